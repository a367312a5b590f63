import { useEffect, useRef, useState } from 'react';
import { nextOnline } from '../../../lib/late.ts';
import { holdHere } from './unsent-files.ts';
import { loadPacker, type Pack, recordingKind } from './voice-file.ts';

/** So long a voice note is at most. */
export const longestMs = 5 * 60_000;
/** A shorter one was a slip. */
const shortestMs = 1_000;
const tickMs = 200;
/** Speech is clear at this rate, and five minutes are a file of a megabyte. */
const bitsPerSecond = 32_000;

export type RecorderFault = 'refused' | 'noDevice' | 'unsupported' | 'broken';
export type RecorderState =
  | { step: 'asking' }
  | { step: 'recording'; ms: number; level: number }
  | { step: 'packing'; ms: number }
  /** It is all there, and the script that packs it is not. */
  | { step: 'unpacked'; ms: number }
  | { step: 'ready'; file: File; ms: number }
  | { step: 'failed'; fault: RecorderFault };

const faultOf = (error: unknown): RecorderFault => {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'NotReadableError' || name === 'OverconstrainedError' ? 'noDevice' : 'broken';
};

/** Measures how loud it is, from 0 to 1; a browser that measures nothing shows none. */
function measure(stream: MediaStream): { level: () => number; end: () => void } {
  if (typeof AudioContext === 'undefined') return { level: () => 0, end: () => {} };
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const level = () => {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    return Math.min(1, Math.sqrt(power) * 4);
  };
  return { level, end: () => void context.close().catch(() => {}) };
}

/** The chat was left, and its recording waits for the network. */
async function waitFor(endHold: () => void, go: () => void): Promise<void> {
  await nextOnline();
  endHold();
  go();
}

/**
 * Records from its first moment on. A screen that is left while something is recorded, or lies there recorded, loses nothing.
 * @param onLeft gets the recording then, unless it is too short to be meant
 */
export function useRecorder(onLeft: (file: File) => void) {
  const [state, setState] = useState<RecorderState>({ step: 'asking' });
  const stopRef = useRef<() => void>(() => {});
  const retryRef = useRef<() => void>(() => {});
  const isOver = useRef(false);
  const last = useRef<RecorderState>(state);
  last.current = state;
  const left = useRef(onLeft);
  left.current = onLeft;

  useEffect(() => {
    let hasLeft = false;
    let endAll = () => {};
    isOver.current = false;
    const show = (next: RecorderState) => {
      if (!hasLeft) setState(next);
    };
    const pack = async (recorded: Blob, ms: number) => {
      show({ step: 'packing', ms });
      let toFile: Pack;
      try {
        toFile = await loadPacker(recorded.type);
      } catch {
        retryRef.current = () => void pack(recorded, ms);
        if (hasLeft && !isOver.current) void waitFor(holdHere(), retryRef.current);
        return show({ step: 'unpacked', ms });
      }
      try {
        const file = await toFile(recorded);
        if (!hasLeft) show({ step: 'ready', file, ms });
        else if (!isOver.current && ms >= shortestMs) left.current(file);
      } catch {
        show({ step: 'failed', fault: 'broken' });
      }
    };
    const begin = async () => {
      const kind = recordingKind();
      if (!kind || !navigator.mediaDevices?.getUserMedia) return show({ step: 'failed', fault: 'unsupported' });
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const endStream = () => {
        for (const track of stream.getTracks()) track.stop();
      };
      if (hasLeft) return endStream();
      let endMeter = () => {};
      let timer: ReturnType<typeof setInterval> | undefined;
      const endHearing = () => {
        clearInterval(timer);
        endMeter();
        endStream();
      };
      try {
        const meter = measure(stream);
        endMeter = meter.end;
        const recorder = new MediaRecorder(stream, { mimeType: kind, audioBitsPerSecond: bitsPerSecond });
        const chunks: Blob[] = [];
        const beganAt = performance.now();
        const elapsed = () => performance.now() - beganAt;
        recorder.addEventListener('dataavailable', ({ data }) => void chunks.push(data));
        // A microphone that is pulled out ends the recording as well.
        recorder.addEventListener('stop', () => {
          endHearing();
          void pack(new Blob(chunks, { type: recorder.mimeType || kind }), Math.min(elapsed(), longestMs));
        });
        recorder.start(1_000);
        stopRef.current = () => {
          if (recorder.state !== 'inactive') recorder.stop();
        };
        endAll = stopRef.current;
        timer = setInterval(() => {
          show({ step: 'recording', ms: elapsed(), level: meter.level() });
          if (elapsed() >= longestMs) stopRef.current();
        }, tickMs);
        show({ step: 'recording', ms: 0, level: 0 });
      } catch (error) {
        endHearing();
        throw error;
      }
      // It is there when it is needed, also where the line is lost meanwhile.
      loadPacker(kind).catch(() => {});
    };
    begin().catch((error: unknown) => show({ step: 'failed', fault: faultOf(error) }));
    return () => {
      hasLeft = true;
      const { current } = last;
      if (current.step === 'ready' && !isOver.current) left.current(current.file);
      if (current.step === 'unpacked' && !isOver.current) retryRef.current();
      endAll();
    };
  }, []);

  const isHeld = ['recording', 'packing', 'unpacked', 'ready'].includes(state.step);
  useEffect(() => (isHeld ? holdHere() : undefined), [isHeld]);

  return {
    state,
    stop: () => stopRef.current(),
    /** Packs it once more. */
    retry: () => retryRef.current(),
    /** It was sent, or is not wanted: nobody gets it any more. */
    end: () => {
      isOver.current = true;
    },
  };
}
