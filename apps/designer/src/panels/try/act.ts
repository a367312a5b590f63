import type { Play } from '../../play/play.ts';

/** What is done with the conversation: it becomes another one, and the one before can be gone back to. */
export type Act = (work: (play: Play) => Play) => void;
