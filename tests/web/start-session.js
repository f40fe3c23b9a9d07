// Starts sessions for tests, as an element does.
import { LabSession } from '../../web/session/lab-session.js';
import '../support/features.js';

/** @import { HostRules, SessionHost } from '../../web/session/types.js' */

export const READER = /** @type {const} */ ({ by: 'reader' });
export const PROGRAM = /** @type {const} */ ({ by: 'program' });

/** Starts a session and loads its core. @param {HostRules} [rules] @param {Partial<SessionHost>} [host] */
export async function startSession(rules, host) {
  const session = new LabSession({ isConnected: true, requestUpdate() {}, ...host }, rules);
  await session.start();
  return session;
}

/** @param {LabSession} session @param {string} tensor */
export const numbersOf = (session, tensor) => [...session.results()[tensor].data];
