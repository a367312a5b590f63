import { Button, Group, Loader, Text } from '@mantine/core';
import { IconMicrophone, IconPlayerStopFilled, IconSend2 } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { openDialog } from '../../../lib/dialogs.ts';
import { isTyping } from '../../../lib/single-keys.ts';
import { useWords } from '../../../lib/words.ts';
import { chatCardWords } from '../../../locales/chat-card.ts';
import { longestMs, useRecorder } from './use-recorder.ts';
import classes from './voice-recorder.module.css';

/** A recording of this length or longer is not thrown away by one press. */
const askAfterMs = 5_000;

type Props = {
  onSend: (file: File) => void;
  /** The chat is left with a recording: it goes on lying in the reply. */
  onLeft: (file: File) => void;
  onClose: () => void;
};

/** Records a voice note above the field, plays it, and sends it or throws it away. */
export function VoiceRecorder({ onSend, onLeft, onClose }: Props) {
  const say = useWords(chatCardWords.voice);
  const { state, stop, retry, end } = useRecorder(onLeft);
  const section = useRef<HTMLElement>(null);
  /** The button that takes the focus in a step; each step has one. */
  const first = useRef<HTMLButtonElement>(null);
  const player = useRef<HTMLAudioElement>(null);
  const isByHand = useRef(false);
  const isNew = useRef(true);
  const address = useAddress(state.step === 'ready' ? state.file : undefined);
  useEffect(() => {
    const { activeElement: active } = document;
    const isFree = !active || active === document.body || section.current?.contains(active);
    // The person who begins it comes here. Later steps come by themselves as well, and leave the focus where somebody works.
    const mayTake = isFree || isNew.current || (state.step === 'recording' && !isTyping(active));
    isNew.current = false;
    if (!mayTake) return;
    // A press that was meant for Stop, or for what was there before, sends nothing.
    if (state.step === 'ready' && !isByHand.current) player.current?.focus();
    else first.current?.focus();
  }, [state.step]);
  const close = () => {
    end();
    onClose();
  };
  const ms = 'ms' in state ? state.ms : 0;
  const discard = async () => {
    const isWanted = ms >= askAfterMs;
    const question = { title: say('discardTitle'), text: say('discardText'), confirm: say('discard'), cancel: say('discardStay') };
    if (!isWanted || (await openDialog({ type: 'confirm', ...question }))) close();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    void discard();
  };
  const handleSend = () => {
    if (state.step !== 'ready') return;
    onSend(state.file);
    close();
  };
  const handleStop = () => {
    isByHand.current = true;
    stop();
  };
  const discardButton = (
    <Button
      ref={state.step === 'asking' || state.step === 'packing' ? first : undefined}
      size="compact-sm"
      variant="subtle"
      color="gray"
      aria-keyshortcuts="Escape"
      onClick={() => void discard()}
    >
      {say('discard')}
    </Button>
  );
  return (
    <section ref={section} className={classes.recorder} aria-label={say('title')} onKeyDown={handleKeyDown}>
      {state.step === 'failed' ? (
        <>
          <Text size="sm" c="red" role="alert">
            {say(`fault_${state.fault}`)}
          </Text>
          <Button ref={first} size="compact-sm" variant="default" onClick={close}>
            {say('close')}
          </Button>
        </>
      ) : state.step === 'unpacked' ? (
        <>
          <Text size="sm" c="red" role="alert">
            {say('unpacked')}
          </Text>
          <Group gap="xs">
            <Button ref={first} size="compact-sm" variant="light" onClick={retry}>
              {say('again')}
            </Button>
            {discardButton}
          </Group>
        </>
      ) : state.step === 'recording' ? (
        <>
          <IconMicrophone size={18} stroke={1.7} aria-hidden />
          <span role="timer" aria-label={say('length')}>
            {formatLength(ms)}
          </span>
          <span className={classes.level} aria-hidden>
            <span style={{ inlineSize: `${Math.round(state.level * 100)}%` }} />
          </span>
          <span className={classes.hint}>{say('most', { length: formatLength(longestMs) })}</span>
          <Group gap="xs">
            <Button
              ref={first}
              size="compact-sm"
              variant="light"
              leftSection={<IconPlayerStopFilled size={14} aria-hidden />}
              onClick={handleStop}
            >
              {say('stop')}
            </Button>
            {discardButton}
          </Group>
        </>
      ) : state.step === 'ready' ? (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: the agent hears their own words */}
          <audio ref={player} tabIndex={0} controls src={address} aria-label={say('listen', { length: formatLength(ms) })} />
          <Group gap="xs">
            <Button ref={first} size="compact-sm" leftSection={<IconSend2 size={14} aria-hidden />} onClick={handleSend}>
              {say('send')}
            </Button>
            {discardButton}
          </Group>
        </>
      ) : (
        <>
          <Loader size="xs" aria-hidden />
          <Text size="sm" role="status">
            {say(state.step === 'asking' ? 'asking' : 'packing')}
          </Text>
          {discardButton}
        </>
      )}
    </section>
  );
}

const formatLength = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

function useAddress(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
