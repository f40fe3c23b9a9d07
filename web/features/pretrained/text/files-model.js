/** The name of a model from the reader's files. Further files get the names `files@2` and so on. */
export const FILES_MODEL = 'files';

/** Tells whether the model comes from the reader's files. @param {string} model */
export const isFilesModel = (model) => model.split('@')[0] === FILES_MODEL;
