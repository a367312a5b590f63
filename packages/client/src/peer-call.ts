import type { CallMedia, IceServer, RtcSignal } from '@parley/contract';

/** `waiting` for the other browser; `lost`: the way broke and is looked for anew; `unreachable`: no way was found for a while. */
export type PeerState = 'waiting' | 'connecting' | 'connected' | 'lost' | 'unreachable';
export type PeerView = { state: PeerState; remote: MediaStream; media: CallMedia };

export type PeerOptions = {
  /** The polite side takes its own offer back when two cross. The agent's side is the one that makes the lines of the call. */
  isPolite: boolean;
  iceServers: readonly IceServer[];
  send: (signal: RtcSignal) => void;
  onChange: (view: PeerView) => void;
};

export type PeerCall = {
  receive: (signal: RtcSignal) => Promise<void>;
  /** Tracks that leave from now on; null sends nothing, and needs no new agreement. */
  setTracks: (tracks: Tracks) => void;
  setMedia: (media: CallMedia) => void;
  /** The signals' line is back: what was said meanwhile may be lost. */
  resume: () => void;
  close: () => void;
};
export type Tracks = { audio: MediaStreamTrack | null; video: MediaStreamTrack | null };

/** A short break mends itself; after this the way is looked for anew. */
export const restartAfterMs = 2_000;
const restartAgainMs = 5_000;
/** The other side is said to be out of reach after so long without media. */
export const unreachableAfterMs = 15_000;
/** The server forgets who gives no sign. */
const beatMs = 20_000;
const nothing: CallMedia = { microphone: false, camera: false, screen: false, isHeld: false };

/**
 * The connection of one browser with the other one of a call: perfect negotiation over any line that carries signals. Each page has an epoch; a
 * page that is loaded anew says hello with another one, and the connection begins again.
 */
export function createPeerCall({ isPolite, iceServers, send, onChange }: PeerOptions): PeerCall {
  const epoch = crypto.randomUUID();
  let peer = '';
  let connection: RTCPeerConnection | undefined;
  let tracks: Tracks = { audio: null, video: null };
  let media = nothing;
  let isMakingOffer = false;
  let isTakingAnswer = false;
  let ignoresOffer = false;
  let remote = new MediaStream();
  let view: PeerView = { state: 'waiting', remote, media: nothing };
  let restart: ReturnType<typeof setTimeout> | undefined;
  let giveUp: ReturnType<typeof setTimeout> | undefined;

  const show = (change: Partial<PeerView>) => {
    view = { ...view, ...change };
    onChange(view);
  };
  const tell = (signal: Omit<RtcSignal, 'epoch' | 'to'>, to = peer) => send({ epoch, to, ...signal });
  const beat = setInterval(() => peer && tell({ media }), beatMs);

  const senderOf = (kind: string) =>
    connection
      ?.getTransceivers()
      .find((transceiver) => transceiver.receiver.track.kind === kind && transceiver.currentDirection !== 'stopped');

  function sendTracks() {
    for (const [kind, track] of Object.entries(tracks)) void senderOf(kind)?.sender.replaceTrack(track).catch(noteClosed);
  }

  const stopTimers = () => {
    clearTimeout(restart);
    clearTimeout(giveUp);
    restart = undefined;
    giveUp = undefined;
  };

  function begin() {
    connection?.close();
    stopTimers();
    isMakingOffer = false;
    isTakingAnswer = false;
    ignoresOffer = false;
    remote = new MediaStream();
    const made = new RTCPeerConnection({ iceServers: iceServers.map((server) => ({ ...server })) });
    connection = made;
    made.addEventListener('negotiationneeded', () => void offer(made));
    made.addEventListener('icecandidate', ({ candidate }) => {
      if (!candidate || candidate.candidate === '') return;
      const { sdpMid, sdpMLineIndex, usernameFragment } = candidate;
      tell({ candidate: { candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment } });
    });
    made.addEventListener('track', ({ track }) => {
      remote.addTrack(track);
      show({ remote: new MediaStream(remote.getTracks()) });
    });
    made.addEventListener('iceconnectionstatechange', () => follow(made));
    show({ state: 'connecting', remote, media: nothing });
    awaitMedia();
    // The lines of the call are made once, by one side: two that add lines at once would end with twice as many.
    if (!isPolite) for (const kind of ['audio', 'video'] as const) made.addTransceiver(tracks[kind] ?? kind, { direction: 'sendrecv' });
    tell({ media });
  }

  function awaitMedia() {
    giveUp ??= setTimeout(() => show({ state: 'unreachable' }), unreachableAfterMs);
  }

  function follow(made: RTCPeerConnection) {
    if (made !== connection) return;
    const state = made.iceConnectionState;
    if (state === 'connected' || state === 'completed') {
      stopTimers();
      show({ state: 'connected' });
      return;
    }
    if (state !== 'disconnected' && state !== 'failed') return;
    if (view.state === 'connected') show({ state: 'lost' });
    awaitMedia();
    restart ??= setTimeout(() => renew(made), state === 'failed' ? 0 : restartAfterMs);
  }

  /** Looks for another way, again and again until there is one. */
  function renew(made: RTCPeerConnection) {
    if (made !== connection) return;
    made.restartIce();
    restart = setTimeout(() => renew(made), restartAgainMs);
  }

  async function offer(made: RTCPeerConnection) {
    try {
      isMakingOffer = true;
      await made.setLocalDescription();
      if (made === connection) tellDescription(made);
    } catch (error) {
      noteClosed(error);
    } finally {
      isMakingOffer = false;
    }
  }

  function tellDescription({ localDescription }: RTCPeerConnection) {
    if (localDescription) tell({ description: { type: localDescription.type, sdp: localDescription.sdp } });
  }

  async function describe(made: RTCPeerConnection, description: NonNullable<RtcSignal['description']>) {
    const isReady = !isMakingOffer && (made.signalingState === 'stable' || isTakingAnswer);
    const isCollision = description.type === 'offer' && !isReady;
    ignoresOffer = !isPolite && isCollision;
    if (ignoresOffer) return;
    isTakingAnswer = description.type === 'answer';
    await made.setRemoteDescription(description);
    isTakingAnswer = false;
    if (description.type !== 'offer') return;
    for (const transceiver of made.getTransceivers()) transceiver.direction = 'sendrecv';
    sendTracks();
    await made.setLocalDescription();
    tellDescription(made);
  }

  tell({ hello: true }, '');

  return {
    async receive(signal) {
      if (signal.to !== '' && signal.to !== epoch) return;
      if (signal.hello) {
        if (signal.epoch === peer) return;
        peer = signal.epoch;
        if (signal.to === '') tell({ hello: true });
        begin();
        return;
      }
      const made = connection;
      if (signal.epoch !== peer || !made) return;
      if (signal.media) show({ media: signal.media });
      try {
        if (signal.description) await describe(made, signal.description);
        else if (signal.candidate) await made.addIceCandidate(signal.candidate);
      } catch (error) {
        isTakingAnswer = false;
        // Candidates of an offer that was not taken fit nowhere.
        if (!ignoresOffer) noteClosed(error);
      }
    },
    setTracks(next) {
      tracks = next;
      sendTracks();
    },
    setMedia(next) {
      media = next;
      if (peer) tell({ media });
    },
    resume() {
      if (!peer) tell({ hello: true }, '');
      else if (connection?.signalingState === 'have-local-offer') tellDescription(connection);
      else if (view.state !== 'connected') connection?.restartIce();
    },
    close() {
      clearInterval(beat);
      stopTimers();
      connection?.close();
      connection = undefined;
      peer = '';
    },
  };
}

/** A connection that was closed meanwhile refuses everything, which is as it should be; other failures end in `unreachable`. */
const noteClosed = (error: unknown): void => console.warn('call:', error);
