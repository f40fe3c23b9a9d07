// Tells the address of a folder with the files of a model from that of the model's page on the Hub. The first script of
// the page holds this module, so it imports nothing.

/** The page of a model, or of a part of it, such as its files. */
const HUB_PAGE = /^(?:https?:\/\/)?(?:www\.)?huggingface\.co\/([\w.-]+\/[\w.-]+)(?:[/?#].*)?$/;

/** A path, or an address that ends like that of a folder. */
const FOLDER = /^(file:|\.{0,2}\/(?!\/)|https?:\/\/.*\/$)/;

/**
 * Reads the name of a model from the address of its page on the Hub.
 * @param {string} text
 * @returns {string | undefined} undefined for any other text
 */
export const readHubPage = (text) => HUB_PAGE.exec(text)?.[1];

/** Whether a text is the address of a folder. @param {string} text */
export const isFolderAddress = (text) => FOLDER.test(text) && !HUB_PAGE.test(text);
