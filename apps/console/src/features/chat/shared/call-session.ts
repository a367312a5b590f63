import { createLocalMedia, type MediaView } from '@parley/client/local-media';
import { createPeerCall, type PeerCall, type PeerView } from '@parley/client/peer-call';
import type { LiveEventData } from '@parley/contract';
import { ApiError, api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { liveClient } from '../../../lib/live.ts';
import { type CallRecorder, canRecord, recordCall } from './call-recorder.ts';

export type CallStep = 'opening' | 'call' | 'ended' | 'taken' | 'failed';
export type CallView = {
  step: CallStep;
  reason: string;
  roomId: string;
  peer: PeerView | undefined;
  media: MediaView;
  consent: LiveEventData<'callChanged'>['consent'];
  isRecording: boolean;
  /** Parts of the recording wait for the line */
  isBehind: boolean;
};

/** Time that a sign-out leaves to the last parts of a recording */
const uploadMs = 5_000;

/** The agent's side of a call, without a pixel: devices, signals, connection and recording. */
export function createAgentCall(chatId: string, onChange: () => void) {
  let peer: PeerCall | undefined;
  let recorder: CallRecorder | undefined;
  let isStarting = false;
  let stopping = Promise.resolve();
  let token = '';
  const stops: (() => void)[] = [];
  const media = createLocalMedia((next, tracks) => {
    peer?.setTracks(tracks);
    const { microphone, camera, screen, isHeld } = next;
    peer?.setMedia({ microphone, camera, screen, isHeld });
    change({ media: next });
  });
  let view: CallView = {
    step: 'opening',
    reason: '',
    roomId: '',
    peer: undefined,
    media: media.view(),
    consent: 'none',
    isRecording: false,
    isBehind: false,
  };
  const pictures = () => ({
    remote: view.peer?.remote ?? new MediaStream(),
    own: view.media.preview,
    microphone: media.tracks().audio,
  });
  const change = (next: Partial<CallView>) => {
    view = { ...view, ...next };
    recorder?.show(pictures());
    onChange();
  };

  function finish(step: CallStep, reason = '') {
    if (view.step !== 'opening' && view.step !== 'call') return;
    for (const stop of stops.splice(0)) stop();
    void stopRecording();
    peer?.close();
    peer = undefined;
    media.close();
    change({ step, reason, peer: undefined, isRecording: false });
  }

  function stopRecording(): Promise<void> {
    const stopped = recorder;
    recorder = undefined;
    if (stopped) stopping = stopped.stop().catch(() => {});
    return stopping;
  }

  /** The consent is there: it begins by itself, as the agent has asked for it. */
  async function startRecording() {
    if (recorder || isStarting || view.step !== 'call') return;
    isStarting = true;
    try {
      const { id } = await api.video.startRecording({ params: { roomId: view.roomId } });
      // The call, or the consent, has ended meanwhile.
      if (view.step !== 'call' || view.consent !== 'given') {
        await api.video.stopRecording({ params: { recordingId: id } });
        return;
      }
      recorder = recordCall(id, pictures(), {
        onEnd: () => void stopRecording(),
        onBehind: (isBehind) => isBehind !== view.isBehind && change({ isBehind }),
      });
    } catch (error) {
      change({ reason: describeFailure(error).message });
    } finally {
      isStarting = false;
    }
  }

  async function start() {
    await media.open();
    const { roomId, token: given, iceServers, consent, isRecording } = await api.video.createUser({ body: { chatId } });
    if (view.step !== 'opening') return;
    token = given;
    change({ step: 'call', roomId, consent, isRecording });
    stops.push(
      liveClient.on('rtc', (data) => {
        if (data.roomId === roomId) void peer?.receive(data.signal);
      }),
      liveClient.on('callChanged', (data) => {
        if (data.roomId !== roomId) return;
        const isNew = data.consent === 'given' && view.consent === 'asked';
        change({ consent: data.consent, isRecording: data.isRecording });
        if (data.state === 'ENDED') finish('ended');
        else if (isNew) void startRecording();
        else if (data.consent !== 'given') void stopRecording();
      }),
      liveClient.onState(({ kind }) => {
        if (kind === 'open') peer?.resume();
      }),
    );
    peer = createPeerCall({
      isPolite: false,
      iceServers,
      send: (signal) =>
        void liveClient.request('rtc', { roomId, token, signal }).catch((error: unknown) => {
          // The token holds no more: another window has taken the call, or it has ended.
          if (error instanceof ApiError && error.code === 'call.ended') finish('taken');
        }),
      onChange: (next) => change({ peer: next }),
    });
    peer.setTracks(media.tracks());
    const { microphone, camera, screen, isHeld } = media.view();
    peer.setMedia({ microphone, camera, screen, isHeld });
    // The page that recorded is gone, or has the call no more: this one records on.
    if (isRecording && canRecord()) void startRecording();
  }

  /** Hangs up at once; parts of a recording that wait for the line go up behind it. */
  async function end() {
    const { roomId } = view;
    const ended = roomId ? api.video.end({ params: { roomId } }).catch(() => {}) : undefined;
    finish('ended');
    await ended;
  }
  start().catch((error: unknown) => finish('failed', describeFailure(error).message));

  return {
    getView: () => view,
    media,
    async askConsent() {
      if (view.consent === 'given') return startRecording();
      const { consent } = view;
      // The customer can answer before the server does.
      change({ consent: 'asked' });
      try {
        await api.video.askConsent({ params: { roomId: view.roomId } });
      } catch (error) {
        if (view.consent === 'asked') change({ consent, reason: describeFailure(error).message });
      }
    },
    stopRecording,
    end,
    async endAndUpload() {
      await end();
      await Promise.race([stopping, new Promise((resolve) => setTimeout(resolve, uploadMs))]);
    },
    /** The page leaves the call; it goes on for the customer until it is ended. */
    leave: () => finish('ended'),
  };
}
export type AgentCall = ReturnType<typeof createAgentCall>;
