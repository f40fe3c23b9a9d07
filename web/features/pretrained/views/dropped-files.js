/** The files of a drop, also those in folders. */

/** Deeper folders, and more files, are no model. */
const [DEEPEST, MOST] = [3, 200];

/**
 * To be called while the event is handled: later the browser gives nothing.
 * @param {DataTransfer} transfer
 * @returns {Promise<File[]>}
 */
export async function filesIn({ items, files }) {
  const entries = [...(items ?? [])]
    .map((item) => item.webkitGetAsEntry?.())
    .filter((entry) => entry !== null && entry !== undefined);
  // Of what a program drops, browsers give no entries.
  if (entries.length === 0) return [...files];
  const plain = [...files];
  const found = await Promise.all(entries.map((entry) => filesOf(entry, DEEPEST)));
  const all = found.flat().slice(0, MOST);
  return all.length > 0 ? all : plain;
}

/** @param {FileSystemEntry} entry @param {number} depth of folders that are read @returns {Promise<File[]>} */
async function filesOf(entry, depth) {
  if (entry.isFile) {
    const file = /** @type {FileSystemFileEntry} */ (entry);
    return [await new Promise((resolve, reject) => file.file(resolve, reject))];
  }
  if (!entry.isDirectory || depth === 0) return [];
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  /** @type {File[]} */
  const files = [];
  // Some browsers give a hundred entries at a time.
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0 || files.length >= MOST) return files;
    const found = await Promise.all(entries.map((each) => filesOf(each, depth - 1)));
    files.push(...found.flat());
  }
}
