/** What pictures of a pretrained model say as files, in plain text. */

/** @param {string} token */
export const nextAfter = (token) => `After ${token}`;
/** @param {string} token */
export const inPlaceOf = (token) => `In the place of ${token}`;
export const noBars = 'This model gives no next tokens, so there are no bars to draw.';
