/** Returns the message of anything that was thrown. @param {unknown} error */
export const readMessage = (error) => (error instanceof Error ? error.message : String(error));
