import type { Transcript } from './transcript.text.ts';

/**
 * @property target where the file is written
 * @property pictures paths of stored pictures by the ids of their files; one that is not named is told by its name alone
 * @property madeAt time that the file bears
 */
export type TranscriptOrder = Transcript & { target: string; pictures: Record<string, string>; madeAt: string };
/** @property missing number of glyphs that no font has, each drawn as its code point */
export type DrawnTranscript = { pages: number; missing: number };
