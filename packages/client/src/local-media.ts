import type { CallMedia } from '@parley/contract';
import type { Tracks } from './peer-call.ts';

/** Reason for which a device gives nothing: the person or the browser refuses it, there is none, or another program has it. */
export type MediaFault = '' | 'refused' | 'missing' | 'busy';
export type MediaView = CallMedia & {
  /** Stream for the own picture */
  preview: MediaStream | null;
  fault: MediaFault;
  cameras: readonly MediaDeviceInfo[];
  microphones: readonly MediaDeviceInfo[];
  cameraId: string;
  microphoneId: string;
};

export type LocalMedia = {
  view: () => MediaView;
  tracks: () => Tracks;
  open: () => Promise<void>;
  setMicrophone: (isOn: boolean) => Promise<void>;
  setCamera: (isOn: boolean) => Promise<void>;
  setScreen: (isOn: boolean) => Promise<void>;
  /** Nothing is sent or recorded while the call is held; what was on is on again behind it. */
  setHeld: (isHeld: boolean) => void;
  choose: (kind: 'camera' | 'microphone', deviceId: string) => Promise<void>;
  close: () => void;
};

const faults: Readonly<Record<string, MediaFault>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};
const faultOf = (error: unknown): MediaFault => faults[(error as { name?: string }).name ?? ''] ?? 'missing';
const picture = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { max: 30 } };

/** Microphone, camera and screen of one side of a call. @param onChange after each change, which the other side is told */
export function createLocalMedia(onChange: (view: MediaView, tracks: Tracks) => void): LocalMedia {
  let microphone: MediaStreamTrack | null = null;
  let camera: MediaStreamTrack | null = null;
  let screen: MediaStreamTrack | null = null;
  let isMuted = false;
  let isHeld = false;
  let isClosed = false;
  let fault: MediaFault = '';
  let cameraId = '';
  let microphoneId = '';
  let devices: MediaDeviceInfo[] = [];
  let preview: MediaStream | null = null;

  const tracks = (): Tracks => (isHeld ? { audio: null, video: null } : { audio: microphone, video: screen ?? camera });
  const view = (): MediaView => ({
    microphone: microphone !== null && !isMuted && !isHeld,
    camera: camera !== null && !isHeld,
    screen: screen !== null && !isHeld,
    isHeld,
    preview,
    fault,
    cameras: devices.filter(({ kind }) => kind === 'videoinput'),
    microphones: devices.filter(({ kind }) => kind === 'audioinput'),
    cameraId,
    microphoneId,
  });
  const tell = () => {
    // Dark and silent themselves, and not only unsent: a recording takes from the tracks, too.
    if (microphone) microphone.enabled = !isMuted && !isHeld;
    for (const track of [camera, screen]) if (track) track.enabled = !isHeld;
    const shown = screen ?? camera;
    if (preview?.getVideoTracks()[0] !== (shown ?? undefined)) preview = shown ? new MediaStream([shown]) : null;
    onChange(view(), tracks());
  };
  const list = async () => {
    devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  };
  const keep = (track: MediaStreamTrack): MediaStreamTrack | null => {
    if (!isClosed) return track;
    track.stop();
    return null;
  };

  async function openCamera() {
    const chosen = cameraId === '' ? picture : { ...picture, deviceId: { exact: cameraId } };
    const [track] = (await navigator.mediaDevices.getUserMedia({ video: chosen })).getVideoTracks();
    camera = track ? keep(track) : null;
    if (camera) camera.enabled = !isHeld;
    cameraId = track?.getSettings().deviceId ?? '';
    track?.addEventListener('ended', () => {
      if (camera !== track) return;
      camera = null;
      tell();
    });
  }
  async function openMicrophone() {
    const sound = { echoCancellation: true, noiseSuppression: true };
    const chosen = microphoneId === '' ? sound : { ...sound, deviceId: { exact: microphoneId } };
    const [track] = (await navigator.mediaDevices.getUserMedia({ audio: chosen })).getAudioTracks();
    microphone = track ? keep(track) : null;
    microphoneId = track?.getSettings().deviceId ?? '';
    if (microphone) microphone.enabled = !isMuted && !isHeld;
  }
  /** One device that is lacking leaves the other one. */
  async function attempt(work: () => Promise<void>) {
    try {
      await work();
    } catch (error) {
      fault = faultOf(error);
    }
  }
  const handleDevices = () => void list().then(tell);
  navigator.mediaDevices?.addEventListener('devicechange', handleDevices);

  return {
    view,
    tracks,
    async open() {
      fault = '';
      await attempt(openMicrophone);
      await attempt(openCamera);
      await list();
      tell();
    },
    async setMicrophone(isOn) {
      isMuted = !isOn;
      if (isOn && !microphone) await attempt(openMicrophone);
      tell();
    },
    async setCamera(isOn) {
      fault = '';
      if (isOn && !camera) await attempt(openCamera);
      if (!isOn) {
        // Stopped, and not only dark: the lamp of the camera goes out.
        camera?.stop();
        camera = null;
      }
      tell();
    },
    async setScreen(isOn) {
      if (!isOn) {
        screen?.stop();
        screen = null;
        return tell();
      }
      const stream = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: false }).catch(() => undefined);
      const [track] = stream?.getVideoTracks() ?? [];
      // A person who closes the browser's question shares nothing, and need not be told.
      if (!track) return;
      screen = keep(track);
      track.addEventListener('ended', () => {
        if (screen !== track) return;
        screen = null;
        tell();
      });
      tell();
    },
    setHeld(next) {
      isHeld = next;
      tell();
    },
    async choose(kind, deviceId) {
      fault = '';
      if (kind === 'camera') {
        cameraId = deviceId;
        camera?.stop();
        camera = null;
        await attempt(openCamera);
      } else {
        microphoneId = deviceId;
        microphone?.stop();
        microphone = null;
        await attempt(openMicrophone);
      }
      tell();
    },
    close() {
      isClosed = true;
      navigator.mediaDevices?.removeEventListener('devicechange', handleDevices);
      for (const track of [microphone, camera, screen]) track?.stop();
      microphone = null;
      camera = null;
      screen = null;
    },
  };
}
