/** Tells two versions on one page apart; the same as in package.json. */
export const VERSION = '0.1.0';
