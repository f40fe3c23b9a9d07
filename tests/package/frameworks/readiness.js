/**
 * Resolves when a page may be made alive: at once, or for `?late` once its elements show their numbers, as
 * when the script of a framework takes longer than theirs.
 */
export async function whenWanted() {
  if (location.search !== '?late') return;
  const labs = [...document.querySelectorAll('attention-lab')];
  await Promise.all(labs.map((lab) => lab.ready));
}
