import { markVoice } from './reply-files.ts';

/** Kinds of recordings, the best first: phones and vendors want Opus in Ogg. */
const kinds = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'] as const;

/** The kind in which this browser records; undefined: it records none of them. */
export const recordingKind = (): string | undefined =>
  typeof MediaRecorder === 'undefined' ? undefined : kinds.find((kind) => MediaRecorder.isTypeSupported(kind));

/** Makes the file of a recording. @throws where it has no sound */
export type Pack = (recorded: Blob) => Promise<File>;

/** Loads what a kind of recording needs: WebM is packed as Ogg, the sound stays as it is. @throws where its script does not arrive */
export async function loadPacker(kind: string): Promise<Pack> {
  const packWebm = kind.startsWith('audio/webm') ? (await import('../../../lib/webm-opus.ts')).toOggOpus : undefined;
  return async (recorded) => {
    if (recorded.size === 0) throw new Error('There is no sound in the recording.');
    if (kind.startsWith('audio/mp4')) return markVoice(new File([recorded], 'voice-note.m4a', { type: 'audio/mp4' }));
    const bytes = new Uint8Array(await recorded.arrayBuffer());
    return markVoice(new File([packWebm ? packWebm(bytes) : bytes], 'voice-note.ogg', { type: 'audio/ogg' }));
  };
}
