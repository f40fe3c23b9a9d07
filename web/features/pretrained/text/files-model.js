/** The name of a model that the reader's files hold; other files have the name `files@2`, and so on. */
export const FILES_MODEL = 'files';

/** Is the model one of the reader's files? @param {string} model */
export const isFilesModel = (model) => model.split('@')[0] === FILES_MODEL;
