import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MeetSession, MeetView } from './meet-session.ts';
import type { MeetSay } from './meet-words.ts';

type Props = { session: MeetSession; view: MeetView; say: MeetSay };

/** The customer's page of a call: devices, the call, its end. */
export function MeetApp({ session, view, say }: Props) {
  if (view.step === 'before') return <Before session={session} view={view} say={say} />;
  if (view.step === 'call') return <Call session={session} view={view} say={say} />;
  return (
    <section class="end" role="status">
      <h1>{say(view.step)}</h1>
      {view.step === 'left' || view.step === 'taken' ? (
        <button type="button" class="main" onClick={() => location.reload()}>
          {say(view.step === 'left' ? 'back' : 'again')}
        </button>
      ) : null}
    </section>
  );
}

function Before({ session, view, say }: Props) {
  return (
    <section class="before">
      <h1>{say('title')}</h1>
      <p>{say('before')}</p>
      <div class="tile">
        <Picture stream={view.media.preview} label={say('own')} isOwn />
      </div>
      <Devices session={session} view={view} say={say} />
      <Fault session={session} view={view} say={say} />
      <button type="button" class="main" onClick={() => session.join()}>
        {say('join')}
      </button>
    </section>
  );
}

function Call({ session, view, say }: Props) {
  const [hasDevices, setDevices] = useState(false);
  const { media, peer, joined, consent } = view;
  const name = joined?.agentName ?? '';
  const isMet = peer?.state === 'connected' || peer?.state === 'lost';
  const showsOther = isMet && !peer.media.isHeld && (peer.media.camera || peer.media.screen);
  return (
    <section class="call" aria-label={say('with', { name })}>
      <header>
        <h1>{say('with', { name })}</h1>
        {view.isRecording ? (
          <p class="recording" role="status">
            {say('recording')}
          </p>
        ) : null}
      </header>
      {consent === 'asked' ? (
        <div class="question" role="alertdialog" aria-label={say('asks', { name })}>
          <p>{say('asks', { name })}</p>
          <button type="button" class="main" onClick={() => session.answer(true)}>
            {say('agree')}
          </button>
          <button type="button" onClick={() => session.answer(false)}>
            {say('refuse')}
          </button>
        </div>
      ) : consent === 'given' ? (
        <div class="question">
          <p>{say('agreed')}</p>
          <button type="button" onClick={() => session.answer(false)}>
            {say('withdraw')}
          </button>
        </div>
      ) : null}
      {view.isAnswerWaiting && !view.isOnline ? (
        <p class="question" role="status">
          {say('answerWaits')}
        </p>
      ) : null}
      <div class="stage">
        {isMet ? <Picture stream={peer.remote} label={say('other', { name })} isHidden={!showsOther} /> : null}
        <p class={showsOther && peer?.state === 'connected' ? 'state quiet' : 'state'} role="status">
          {stateOf(view, say, name)}
        </p>
        <div class="self">
          <Picture stream={media.preview} label={say('own')} isOwn={!media.screen} isMuted />
        </div>
      </div>
      <Fault session={session} view={view} say={say} />
      {hasDevices ? <Devices session={session} view={view} say={say} /> : null}
      <div class="tools" role="toolbar" aria-label={say('title')}>
        <Tool isPressed={!media.microphone} onPress={() => void session.media.setMicrophone(!media.microphone)}>
          {say(media.microphone ? 'mute' : 'unmute')}
        </Tool>
        <Tool isPressed={!media.camera} onPress={() => void session.media.setCamera(!media.camera)}>
          {say(media.camera ? 'cameraOff' : 'cameraOn')}
        </Tool>
        {navigator.mediaDevices && 'getDisplayMedia' in navigator.mediaDevices ? (
          <Tool isPressed={media.screen} onPress={() => void session.media.setScreen(!media.screen)}>
            {say(media.screen ? 'unshare' : 'share')}
          </Tool>
        ) : null}
        <Tool isPressed={hasDevices} onPress={() => setDevices(!hasDevices)}>
          {say('devices')}
        </Tool>
        <button type="button" class="leave" onClick={() => session.leave()}>
          {say('leave')}
        </button>
      </div>
    </section>
  );
}

function stateOf({ isOnline, peer }: MeetView, say: MeetSay, name: string): string {
  if (!isOnline) return say('offline');
  if (!peer || peer.state === 'waiting') return say('waiting', { name });
  if (peer.state !== 'connected') return say(peer.state, { name });
  if (peer.media.isHeld) return say('held', { name });
  if (!peer.media.camera && !peer.media.screen) return say('otherCameraOff', { name });
  return peer.media.microphone ? say('connected') : say('otherMuted', { name });
}

function Tool({ isPressed, onPress, children }: { isPressed: boolean; onPress: () => void; children: ComponentChildren }) {
  return (
    <button type="button" class={isPressed ? 'pressed' : ''} onClick={onPress}>
      {children}
    </button>
  );
}

const faultWords = { refused: 'refusedDevice', missing: 'missingDevice', busy: 'busyDevice' } as const;

function Fault({ session, view: { media }, say }: Props) {
  if (media.fault === '') return null;
  return (
    <p class="fault" role="alert">
      {say(faultWords[media.fault])}{' '}
      <button type="button" onClick={() => void session.media.open()}>
        {say('again')}
      </button>
    </p>
  );
}

function Devices({ session, view: { media }, say }: Props) {
  const choice = (kind: 'camera' | 'microphone', devices: readonly MediaDeviceInfo[], chosen: string) => (
    <label>
      {say(kind)}
      <select
        value={chosen}
        disabled={devices.length === 0}
        onChange={(event) => void session.media.choose(kind, event.currentTarget.value)}
      >
        {devices.length === 0 ? <option value="">{say('noDevice')}</option> : null}
        {devices.map(({ deviceId, label }, place) => (
          <option key={deviceId} value={deviceId}>
            {label || `${say(kind)} ${place + 1}`}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div class="devices">
      {choice('camera', media.cameras, media.cameraId)}
      {choice('microphone', media.microphones, media.microphoneId)}
    </div>
  );
}

type PictureProps = { stream: MediaStream | null; label: string; isOwn?: boolean; isMuted?: boolean; isHidden?: boolean };

/** A picture that plays by itself: the press that joined allows its sound. */
function Picture({ stream, label, isOwn = false, isMuted = isOwn, isHidden = false }: PictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element || element.srcObject === stream) return;
    element.srcObject = stream;
    element.play().catch(() => {});
  }, [stream]);
  return (
    <video
      ref={video}
      class={`${isOwn ? 'mirrored' : ''}${isHidden ? ' unseen' : ''}`}
      aria-label={label}
      autoplay
      playsInline
      muted={isMuted}
    />
  );
}
