/**
 * Resolves when the page may be hydrated: at once, or for `?late` after its elements show their
 * numbers, as when a framework's script takes longer than theirs.
 */
export async function whenWanted() {
  if (location.search !== '?late') return;
  const labs = [...document.querySelectorAll('attention-lab')];
  await Promise.all(labs.map((lab) => lab.ready));
}
