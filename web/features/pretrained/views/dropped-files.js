/** Reads the files of a drop, including those in folders. */

/** The deepest folder and the most files that are read. A model has fewer. */
const [MAX_DEPTH, MAX_FILES] = [3, 200];

/**
 * Returns the dropped files. Must be called while the event is handled, because the browser reveals
 * nothing later.
 * @param {DataTransfer} transfer
 * @returns {Promise<File[]>}
 */
export async function readDroppedFiles({ items, files }) {
  const entries = [...(items ?? [])]
    .map((item) => item.webkitGetAsEntry?.())
    .filter((entry) => entry !== null && entry !== undefined);
  // Browsers give no entries for drops made by a script.
  if (entries.length === 0) return [...files];
  const plain = [...files];
  const all = (await collectFiles(entries, MAX_DEPTH)).slice(0, MAX_FILES);
  return all.length > 0 ? all : plain;
}

/**
 * Reads entries. Files come before those in folders next to them, which may have the same names.
 * @param {FileSystemEntry[]} entries
 * @param {number} depth how many levels of folders to read
 * @returns {Promise<File[]>}
 */
async function collectFiles(entries, depth) {
  const files = (await Promise.all(entries.filter(({ isFile }) => isFile).map(openFile))).flat();
  const folders = depth === 0 ? [] : entries.filter(({ isDirectory }) => isDirectory);
  const inner = (await Promise.all(folders.map(listFolderEntries))).flat().slice(0, MAX_FILES);
  return inner.length === 0 ? files : [...files, ...(await collectFiles(inner, depth - 1))];
}

/**
 * Opens a file. Unreadable files are left out, and loading then names what is missing.
 * @param {FileSystemEntry} entry
 * @returns {Promise<File[]>}
 */
const openFile = (entry) =>
  new Promise((resolve) => {
    const refuse = () => resolve([]);
    // A dropped file does not know its folder.
    const webkitRelativePath = { value: entry.fullPath?.slice(1) };
    const take = (/** @type {File} */ file) =>
      resolve([Object.defineProperties(file, { webkitRelativePath })]);
    /** @type {FileSystemFileEntry} */ (entry).file(take, refuse);
  });

/** @param {FileSystemEntry} folder */
async function listFolderEntries(folder) {
  const reader = /** @type {FileSystemDirectoryEntry} */ (folder).createReader();
  /** @type {FileSystemEntry[]} */
  const all = [];
  // Some browsers return at most a hundred entries at a time.
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const entries = await new Promise((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (entries.length === 0 || all.length >= MAX_FILES) return all;
    all.push(...entries);
  }
}
