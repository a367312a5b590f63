import type { Play } from '../../play/play.ts';

/** Changes the conversation: it becomes another one, and the user can go back to the one before. */
export type Act = (work: (play: Play) => Play) => void;
