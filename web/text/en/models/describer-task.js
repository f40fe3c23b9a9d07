/** The describer: what it is. */

export const title = 'Which noun does the adjective describe?';
export const task = 'It was told only which noun is right, never where to look.';
