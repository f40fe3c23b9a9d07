/** The same as in package.json. It tells two versions on one page apart. */
export const VERSION = '0.1.0';
