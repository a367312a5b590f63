import { Button, Group, Text } from '@mantine/core';
import { type Macro, type MacroProblem, type PreviewedStep, type SkipReason, skipReasons } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { formatInstant } from '../../../lib/format.ts';
import { isOfDialog } from '../../../lib/open-dialog.ts';
import { areSingleKeysOn, isTyping } from '../../../lib/single-keys.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { chatMacroWords } from '../../../locales/chat-macro.ts';
import { messagingWords } from '../../../locales/messaging.ts';
import { chatKeys } from '../shared/chat.queries.ts';
import { type HeldMacro, macroHold, useHeldMacro } from '../shared/macro-hold.ts';
import classes from './macro-bar.module.css';

type Props = {
  chatId: string;
  /** The bar goes, and had the focus. */
  onFocusFree?: () => void;
};

/** A macro that was called in the chat: its steps, with the time until it runs and the way back, or the reason why it cannot. */
export function MacroBar({ chatId, onFocusFree }: Props) {
  const say = useWords(chatMacroWords.hold);
  const client = useQueryClient();
  const held = useHeldMacro(chatId);
  // Going to another chat lets it run, as it lets a reply leave.
  useEffect(() => macroHold.show(chatId), [chatId]);
  useEffect(
    () =>
      macroHold.onDone((done, { name }: Macro) => {
        if (done !== chatId) return;
        showToast('success', say('done', { name }));
        void client.invalidateQueries({ queryKey: chatKeys.detail(chatId) });
      }),
    [chatId, client, say],
  );
  return held ? <Held key={held.requestKey} held={held} onFocusFree={onFocusFree} /> : null;
}

/** Keys with one of these mean something else. */
const isWithOthers = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey;

function Held({ held, onFocusFree }: { held: HeldMacro; onFocusFree: (() => void) | undefined }) {
  const say = useWords(chatMacroWords.hold);
  const { chatId, macro, steps, state, leavesAt } = held;
  const { name } = macro;
  const first = useRef<HTMLButtonElement>(null);
  const isWaiting = state === 'waiting';
  const isHeld = isWaiting || state === 'asking';
  const bar = useRef<HTMLElement>(null);
  const free = useRef(onFocusFree);
  free.current = onFocusFree;
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    const place = bar.current;
    const handleIn = () => {
      hasFocus.current = true;
    };
    // A button that goes with its state leaves the focus to nobody, and tells of nothing that has it next.
    const handleOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) hasFocus.current = false;
    };
    place?.addEventListener('focusin', handleIn);
    place?.addEventListener('focusout', handleOut);
    if (!isTyping(document.activeElement)) first.current?.focus();
    return () => {
      place?.removeEventListener('focusin', handleIn);
      place?.removeEventListener('focusout', handleOut);
      if (hasFocus.current) free.current?.();
    };
  }, []);
  // The bar keeps the focus that a button of before had.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when the buttons change
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) bar.current?.focus();
  }, [state]);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      // A field has its own Enter and Escape, and a dialog too; Enter on a button, a link or a row presses it.
      if (event.defaultPrevented || event.isComposing || isWithOthers(event) || isTyping(event.target)) return;
      if (isOfDialog(event)) return;
      // A key that is held down called the macro; only another press says something about it.
      if (event.repeat) {
        if (event.key === 'Enter' && bar.current?.contains(event.target as Node)) event.preventDefault();
        return;
      }
      const isUndo = event.key === 'Escape' || (event.key.toLowerCase() === 'z' && isHeld && areSingleKeysOn());
      const isFree = event.target === document.body || event.target === bar.current;
      if (isUndo && macroHold.undo(chatId)) event.preventDefault();
      else if (event.key === 'Enter' && isWaiting && isFree) {
        event.preventDefault();
        void macroHold.runNow(chatId);
      }
    };
    // It hears keys before the conversation does, whose Escape leaves the chat.
    document.addEventListener('keydown', handleKey, true);
    return () => document.removeEventListener('keydown', handleKey, true);
  }, [chatId, isWaiting, isHeld]);
  const by = held.entries.at(-1)?.name || say('colleague');
  const isSaidAtOnce = state !== 'waiting' && state !== 'running';
  const list = (
    <ol className={classes.steps}>
      {steps.map((step, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are told by their place, and do not move
        <Step key={place} step={step} />
      ))}
    </ol>
  );
  const words = {
    waiting: say('leaves', { name }),
    asking: say('wrote', { name, by: held.wroteName || say('customer') }),
    running: say('running', { name }),
    stopped: say('stopped', { name }),
    overtaken: say('held', { name, by }),
    failed: say('failed', { name, reason: held.reason }),
  };
  return (
    <section ref={bar} className={classes.bar} aria-label={say('region', { name })} tabIndex={-1}>
      <div className={classes.said} role={isSaidAtOnce ? 'alert' : 'status'}>
        <Text size="sm">{words[state]}</Text>
        {/* The step that cannot be done, with its reason, is a part of what is said. */}
        {state === 'stopped' ? list : null}
      </div>
      {state === 'overtaken' ? (
        <blockquote className={classes.steps} dir="auto">
          {held.entries.map((entry) => (
            <p key={entry.actionId}>{entry.message || entry.attachmentName}</p>
          ))}
        </blockquote>
      ) : state === 'stopped' ? null : (
        list
      )}
      <Group gap="xs">
        {isWaiting ? (
          <Button
            ref={first}
            size="compact-sm"
            rightSection={<kbd className={classes.key}>Enter</kbd>}
            onClick={() => void macroHold.runNow(chatId)}
          >
            {say('runNow')}
          </Button>
        ) : null}
        {state === 'overtaken' ? (
          <Button size="compact-sm" variant="light" onClick={() => void macroHold.runNow(chatId, true)}>
            {say('runAnyway')}
          </Button>
        ) : null}
        {state === 'asking' ? (
          <Button size="compact-sm" variant="light" onClick={() => void macroHold.runNow(chatId)}>
            {say('runAnyway')}
          </Button>
        ) : null}
        {state === 'failed' ? (
          <Button size="compact-sm" variant="light" onClick={() => void macroHold.runNow(chatId)}>
            {say('again')}
          </Button>
        ) : null}
        {state === 'running' ? null : (
          <Button
            ref={isWaiting ? undefined : first}
            size="compact-sm"
            variant="default"
            rightSection={<kbd className={classes.key}>Esc</kbd>}
            onClick={() => macroHold.undo(chatId)}
          >
            {say(isHeld ? 'undo' : 'dismiss')}
          </Button>
        )}
      </Group>
      {isWaiting ? (
        <span className={classes.time} style={{ animationDuration: `${Math.max(0, leavesAt - Date.now())}ms` }} aria-hidden />
      ) : null}
    </section>
  );
}

const isGateReason = (name: string): name is SkipReason => (skipReasons as readonly string[]).includes(name);

function Step({ step: { step, text, problem } }: { step: PreviewedStep }) {
  const sayKind = useWords(chatMacroWords.kind);
  const sayProblem = useWords(chatMacroWords.problem);
  const shown = step.kind === 'snooze' && text !== '' ? formatInstant(text, 'instant') : text;
  const sayGate = useWords(messagingWords.reasonTexts);
  const nameOf = ({ code, name }: MacroProblem) => {
    if (code === 'snooze_past' || code === 'snooze_far') return shown;
    return code === 'refused' && isGateReason(name) ? sayGate(name) : name;
  };
  return (
    <li>
      <p dir="auto">
        <strong>{sayKind(step.kind)}</strong> {shown}
      </p>
      {problem ? <p className={classes.problem}>{sayProblem(problem.code, { name: nameOf(problem) })}</p> : null}
    </li>
  );
}
