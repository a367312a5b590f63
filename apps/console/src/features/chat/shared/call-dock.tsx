import { ActionIcon, Alert, Badge, Button, Group, Select, Tooltip } from '@mantine/core';
import {
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconScreenShare,
  IconScreenShareOff,
  IconSettings,
  IconVideo,
  IconVideoOff,
  IconX,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useStable } from '../../../lib/use-stable.ts';
import { type SayOf, useWords } from '../../../lib/words.ts';
import { callWords } from '../../../locales/call.ts';
import classes from './call-dock.module.css';
import { canRecord } from './call-recorder.ts';
import { type AgentCall, type CallView, createAgentCall } from './call-session.ts';
import { endCallBy, type HeldCall, holdCall } from './call-store.ts';
import { chatKeys, meetingsQuery } from './chat.queries.ts';

/** The call of this page, over whichever screen: it goes on while its agent looks at other chats. */
export function CallDock({ call }: { call: HeldCall }) {
  const say = useWords(callWords.call);
  const [view, setView] = useState<CallView>();
  const [session, setSession] = useState<AgentCall>();
  const [hasDevices, setDevices] = useState(false);
  const client = useQueryClient();
  const { data: meetings } = useQuery(meetingsQuery);
  const refresh = useStable(() => void client.invalidateQueries({ queryKey: chatKeys.calls(call.chatId) }));
  useEffect(() => {
    const made: AgentCall = createAgentCall(call.chatId, () => setView(made?.getView()));
    setSession(made);
    setView(made.getView());
    const keepEnd = endCallBy(made.endAndUpload);
    return () => {
      keepEnd();
      made.leave();
      refresh();
    };
  }, [call.chatId, refresh]);
  const name = call.customerName;
  if (!view || !session) return null;
  const { step, peer, media, consent, isRecording } = view;
  const isRunning = step === 'opening' || step === 'call';
  const isMet = peer?.state === 'connected' || peer?.state === 'lost';
  const showsOther = isMet && !peer.media.isHeld && (peer.media.camera || peer.media.screen);
  return (
    <section className={classes.dock} aria-label={say('title', { name })}>
      <div className={classes.head}>
        <h2>{say('title', { name })}</h2>
        {isRunning ? (
          isRecording ? (
            <Badge color="red" variant="filled" role="status">
              {say('recording')}
            </Badge>
          ) : null
        ) : (
          <ActionIcon variant="subtle" color="gray" aria-label={say('close')} onClick={() => holdCall(undefined)}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <div className={classes.stage}>
        {isMet ? <Picture stream={peer.remote} label={say('other', { name })} isUnseen={!showsOther} /> : null}
        <p className={classes.state} role="status" data-quiet={(showsOther && peer?.state === 'connected') || undefined}>
          {stateOf(view, say, name)}
        </p>
        {isRunning ? (
          <div className={classes.self}>
            <Picture stream={media.preview} label={say('own')} isMuted isMirrored={!media.screen} />
          </div>
        ) : null}
      </div>
      {isRunning && media.fault !== '' ? (
        <Alert color="red" p="xs">
          {say(faultWords[media.fault])}{' '}
          <Button size="compact-xs" variant="light" color="red" onClick={() => void session.media.open()}>
            {say('again')}
          </Button>
        </Alert>
      ) : null}
      {consent === 'refused' || consent === 'withdrawn' ? (
        <Alert color="yellow" p="xs" role="status">
          {say(consent === 'refused' ? 'consentRefused' : 'consentWithdrawn', { name })}
        </Alert>
      ) : null}
      {view.isBehind ? (
        <Alert color="yellow" p="xs" role="status">
          {say('uploadBehind')}
        </Alert>
      ) : null}
      {hasDevices ? <Devices view={view} session={session} say={say} /> : null}
      {isRunning ? (
        <div className={classes.tools} role="toolbar" aria-label={say('tools')}>
          <Tool
            label={say(media.microphone ? 'mute' : 'unmute')}
            icon={media.microphone ? IconMicrophone : IconMicrophoneOff}
            isPressed={!media.microphone}
            onPress={() => void session.media.setMicrophone(!media.microphone)}
          />
          <Tool
            label={say(media.camera ? 'cameraOff' : 'cameraOn')}
            icon={media.camera ? IconVideo : IconVideoOff}
            isPressed={!media.camera}
            onPress={() => void session.media.setCamera(!media.camera)}
          />
          <Tool
            label={say(media.screen ? 'unshare' : 'share')}
            icon={media.screen ? IconScreenShareOff : IconScreenShare}
            isPressed={media.screen}
            onPress={() => void session.media.setScreen(!media.screen)}
          />
          <Tool
            label={say(media.isHeld ? 'resume' : 'hold')}
            icon={media.isHeld ? IconPlayerPlay : IconPlayerPause}
            isPressed={media.isHeld}
            onPress={() => session.media.setHeld(!media.isHeld)}
          />
          <Tool label={say('devices')} icon={IconSettings} isPressed={hasDevices} onPress={() => setDevices(!hasDevices)} />
          {meetings?.canRecord && isMet && canRecord() ? <RecordButton view={view} session={session} say={say} /> : null}
          <Button
            size="xs"
            color="red"
            ms="auto"
            leftSection={<IconPhoneOff size={15} aria-hidden />}
            onClick={() => void session.end().then(refresh)}
          >
            {say('end')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

type Say = SayOf<typeof callWords.call>;
type PartProps = { view: CallView; session: AgentCall; say: Say };

function RecordButton({ view: { consent, isRecording }, session, say }: PartProps) {
  if (isRecording)
    return (
      <Button size="xs" variant="default" onClick={() => void session.stopRecording()}>
        {say('stopRecording')}
      </Button>
    );
  return (
    <Button size="xs" variant="default" disabled={consent === 'asked'} onClick={() => void session.askConsent()}>
      {say(consent === 'asked' ? 'asked' : 'record')}
    </Button>
  );
}

const peerWords = { connecting: 'connecting', lost: 'lost', unreachable: 'unreachable' } as const;
const faultWords = { refused: 'refused', missing: 'missing', busy: 'busy' } as const;

function stateOf({ step, reason, peer, media }: CallView, say: Say, name: string): string {
  if (step === 'failed') return say('failed', { reason });
  if (step === 'opening' || step === 'ended' || step === 'taken') return say(step);
  if (!peer || peer.state === 'waiting') return say('waiting', { name });
  if (peer.state !== 'connected') return say(peerWords[peer.state], { name });
  if (media.isHeld) return say('held');
  if (!peer.media.camera && !peer.media.screen) return say('otherCameraOff', { name });
  return peer.media.microphone ? say('connected') : say('otherMuted', { name });
}

type ToolProps = { label: string; icon: ComponentType<{ size?: number }>; isPressed: boolean; onPress: () => void };

function Tool({ label, icon: Icon, isPressed, onPress }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size="lg" variant={isPressed ? 'filled' : 'default'} aria-label={label} onClick={onPress}>
        <Icon size={17} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function Devices({ view: { media }, session, say }: PartProps) {
  const choice = (kind: 'camera' | 'microphone', devices: readonly MediaDeviceInfo[], chosen: string) => (
    <Select
      size="xs"
      label={say(kind)}
      allowDeselect={false}
      comboboxProps={{ zIndex: 400 }}
      data={devices.map(({ deviceId, label }, place) => ({
        value: deviceId,
        label: label || say('device', { kind: say(kind), number: place + 1 }),
      }))}
      value={chosen}
      onChange={(deviceId) => deviceId && void session.media.choose(kind, deviceId)}
    />
  );
  return (
    <Group grow gap="xs">
      {choice('camera', media.cameras, media.cameraId)}
      {choice('microphone', media.microphones, media.microphoneId)}
    </Group>
  );
}

type PictureProps = { stream: MediaStream | null; label: string; isMuted?: boolean; isMirrored?: boolean; isUnseen?: boolean };

function Picture({ stream, label, isMuted = false, isMirrored = false, isUnseen = false }: PictureProps) {
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
      aria-label={label}
      data-mirrored={isMirrored || undefined}
      data-unseen={isUnseen || undefined}
      muted={isMuted}
      autoPlay
      playsInline
    />
  );
}
