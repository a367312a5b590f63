import { createLocalMedia, type LocalMedia, type MediaView } from '@parley/client/local-media';
import { createPeerCall, type PeerCall, type PeerView } from '@parley/client/peer-call';
import type { MeetEvent, MeetEventData, MeetRequestData, MeetRequestType } from '@parley/contract';

/** `before`: devices are chosen; `gone`: the link opens nothing. */
export type MeetStep = 'before' | 'call' | 'left' | 'ended' | 'taken' | 'gone';
export type MeetView = {
  step: MeetStep;
  isOnline: boolean;
  joined: MeetEventData<'joined'> | undefined;
  consent: MeetEventData<'joined'>['consent'];
  isRecording: boolean;
  /** An answer to the question of recording has not reached the server yet */
  isAnswerWaiting: boolean;
  peer: PeerView | undefined;
  media: MediaView;
};

const pingMs = 20_000;
const reconnectMs = 2_000;
const mostTries = 3;

/** The customer's side of a call, without a pixel: devices, the line to the server, and the connection with the agent's browser. */
export function createMeetSession(code: string, onChange: () => void) {
  const media: LocalMedia = createLocalMedia((next, tracks) => {
    peer?.setTracks(tracks);
    const { microphone, camera, screen, isHeld } = next;
    peer?.setMedia({ microphone, camera, screen, isHeld });
    change({ media: next });
  });
  let view: MeetView = {
    step: 'before',
    isOnline: true,
    joined: undefined,
    consent: 'none',
    isRecording: false,
    isAnswerWaiting: false,
    peer: undefined,
    media: media.view(),
  };
  let peer: PeerCall | undefined;
  let socket: WebSocket | undefined;
  let beat: ReturnType<typeof setInterval> | undefined;
  let failures = 0;
  /** The last answer, until a state says that it has arrived: a line that breaks loses none. */
  let answered: boolean | undefined;
  /** The place in the call is this tab's: it comes back to it when it is loaded anew. */
  const place = `parley:meet:${code}`;

  const change = (next: Partial<MeetView>) => {
    view = { ...view, ...next };
    onChange();
  };
  const tell = <T extends MeetRequestType>(type: T, data: MeetRequestData<T>) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type, data }));
  };
  const sendAnswer = () => answered !== undefined && tell('consent', { isGiven: answered });
  const settleAnswer = (consent: MeetView['consent']) => {
    const isOpen = consent === 'asked' || (consent === 'given' && answered === false);
    if (!isOpen) answered = undefined;
    return { consent, isAnswerWaiting: answered !== undefined };
  };
  const readToken = () => {
    try {
      return sessionStorage.getItem(place) ?? '';
    } catch {
      return '';
    }
  };
  const keepToken = (token: string) => {
    try {
      sessionStorage.setItem(place, token);
    } catch {
      // A browser that stores nothing loses its place with the page.
    }
  };

  function finish(step: MeetStep) {
    peer?.close();
    peer = undefined;
    media.close();
    clearInterval(beat);
    change({ step, peer: undefined, isRecording: false });
    socket?.close();
  }

  function connect() {
    const url = new URL(`/meet/socket?code=${encodeURIComponent(code)}`, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const opened = new WebSocket(url);
    let wasOpen = false;
    socket = opened;
    opened.addEventListener('open', () => {
      wasOpen = true;
      failures = 0;
      tell('join', { token: readToken() });
      clearInterval(beat);
      beat = setInterval(() => tell('ping', {}), pingMs);
    });
    opened.addEventListener('message', ({ data }) => receive(JSON.parse(String(data)) as MeetEvent));
    opened.addEventListener('close', () => {
      clearInterval(beat);
      if (view.step !== 'call') return;
      if (!wasOpen) failures += 1;
      change({ isOnline: false });
      // A line that never opens while the browser is online has no call at its end.
      if (failures >= mostTries && navigator.onLine) return finish(view.joined ? 'ended' : 'gone');
      setTimeout(() => view.step === 'call' && connect(), reconnectMs);
    });
  }

  function receive(event: MeetEvent) {
    if (event.type === 'joined') {
      const { data } = event;
      keepToken(data.token);
      change({ joined: data, isOnline: true, isRecording: data.isRecording, ...settleAnswer(data.consent) });
      sendAnswer();
      if (peer) return peer.resume();
      peer = createPeerCall({
        isPolite: true,
        iceServers: data.iceServers,
        send: (signal) => tell('rtc', { signal }),
        onChange: (next) => change({ peer: next }),
      });
      peer.setTracks(media.tracks());
      const { microphone, camera, screen, isHeld } = media.view();
      peer.setMedia({ microphone, camera, screen, isHeld });
    } else if (event.type === 'rtc') void peer?.receive(event.data.signal);
    else if (event.type === 'callChanged') {
      const { state, consent, isRecording } = event.data;
      change({ isRecording, ...settleAnswer(consent) });
      if (state === 'ENDED') finish('ended');
    } else if (event.type === 'refused') {
      if (event.data.code === 'call.taken') finish('taken');
      else if (event.data.code === 'call.ended') finish('ended');
    }
  }

  return {
    getView: () => view,
    media,
    join() {
      change({ step: 'call' });
      connect();
    },
    answer(isGiven: boolean) {
      answered = isGiven;
      change({ isAnswerWaiting: true });
      sendAnswer();
    },
    leave() {
      tell('leave', {});
      finish('left');
    },
  };
}
export type MeetSession = ReturnType<typeof createMeetSession>;
