/** The language of all that stands in this folder, for whoever reads it aloud. */

export const lang = 'en';
export const dir = 'ltr';
