/** The version in package.json. It distinguishes two versions on one page. */
export const VERSION = '0.1.0';
