import { callLimits } from '@parley/contract';
import { api } from '../../../lib/api.ts';

const types = ['video/webm;codecs=vp8,opus', 'video/webm'];
const size = { width: 960, height: 540 };
const framesPerSecond = 15;
const retryMs = 2_000;

export type Pictures = { remote: MediaStream; own: MediaStream | null; microphone: MediaStreamTrack | null };
export type CallRecorder = { show: (pictures: Pictures) => void; stop: () => Promise<void> };

export const canRecord = (): boolean => 'MediaRecorder' in globalThis && types.some((type) => MediaRecorder.isTypeSupported(type));

const videoOf = (): HTMLVideoElement => {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  return video;
};

/** Shows a stream in a picture that nobody sees, for the canvas to draw. */
function play(video: HTMLVideoElement, stream: MediaStream | null): void {
  if (video.srcObject === stream) return;
  video.srcObject = stream;
  video.play().catch(() => {});
}

function draw(
  canvas: CanvasRenderingContext2D,
  video: HTMLVideoElement,
  box: { x: number; y: number; width: number; height: number },
): void {
  if (video.videoWidth === 0) return;
  const scale = Math.min(box.width / video.videoWidth, box.height / video.videoHeight);
  const [width, height] = [video.videoWidth * scale, video.videoHeight * scale];
  canvas.drawImage(video, box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height);
}

/**
 * Records both sides of a call into one picture and one sound, and uploads it in parts while it runs: in order, each until it has arrived.
 * @param onEnd the server takes no more of it @param onBehind parts wait for the line
 */
export function recordCall(
  recordingId: string,
  first: Pictures,
  { onEnd, onBehind }: { onEnd: () => void; onBehind: (isBehind: boolean) => void },
): CallRecorder {
  const element = document.createElement('canvas');
  element.width = size.width;
  element.height = size.height;
  const canvas = element.getContext('2d');
  const [remote, own] = [videoOf(), videoOf()];
  const sound = new AudioContext();
  const mixed = sound.createMediaStreamDestination();
  const heard = new Map<string, AudioNode>();
  const began = performance.now();

  const hear = (track: MediaStreamTrack | null | undefined) => {
    if (!track || heard.has(track.id)) return;
    const source = sound.createMediaStreamSource(new MediaStream([track]));
    source.connect(mixed);
    heard.set(track.id, source);
  };
  const show = (pictures: Pictures) => {
    play(remote, pictures.remote);
    play(own, pictures.own);
    hear(pictures.remote.getAudioTracks()[0]);
    hear(pictures.microphone);
  };
  show(first);
  const drawing = setInterval(() => {
    if (!canvas) return;
    canvas.fillStyle = '#0b0f12';
    canvas.fillRect(0, 0, size.width, size.height);
    draw(canvas, remote, { x: 0, y: 0, ...size });
    draw(canvas, own, { x: size.width - 250, y: size.height - 155, width: 240, height: 145 });
  }, 1000 / framesPerSecond);

  const stream = element.captureStream(framesPerSecond);
  for (const track of mixed.stream.getAudioTracks()) stream.addTrack(track);
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type)) ?? '';
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: 800_000, audioBitsPerSecond: 48_000 });
  let part = 0;
  let isRefused = false;
  let uploads = Promise.resolve();

  async function upload(bytes: Blob, ms: number) {
    const number = part;
    part += 1;
    while (!isRefused) {
      const form = new FormData();
      form.append('file', bytes, `part-${number}.webm`);
      try {
        await api.sendForm(`/e/chat/video/recording/${recordingId}/part/${number}?ms=${ms}`, form, { method: 'PUT' });
        onBehind(false);
        return;
      } catch (error) {
        // A refusal is the end of it; everything else is tried again.
        const { status } = error as { status?: number };
        if (status !== undefined && status >= 400 && status < 500 && status !== 429) {
          isRefused = true;
          onEnd();
          return;
        }
        onBehind(true);
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size === 0) return;
    const ms = Math.min(Math.round(performance.now() - began), callLimits.ms);
    uploads = uploads.then(() => upload(data, ms));
  });
  recorder.start(callLimits.partMs);

  return {
    show,
    async stop() {
      if (recorder.state !== 'inactive') {
        const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
        recorder.stop();
        await stopped;
      }
      clearInterval(drawing);
      play(remote, null);
      play(own, null);
      await uploads;
      await sound.close().catch(() => {});
      if (!isRefused) await api.video.stopRecording({ params: { recordingId } });
    },
  };
}
