/** The story player of the first screen. */

import { storyPlayer } from './player.js';

export const story = { story: { view: storyPlayer } };
