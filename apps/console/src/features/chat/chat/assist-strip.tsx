import { ActionIcon, Anchor, Button, Loader, Menu, Skeleton, Tooltip, VisuallyHidden } from '@mantine/core';
import type { AssistDraft, AssistLanguage, AssistText } from '@parley/contract';
import {
  IconAlertTriangle,
  IconBook2,
  IconChevronDown,
  IconChevronUp,
  IconExternalLink,
  IconMessageChatbot,
  IconSparkles,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOwnChoice } from '../../../lib/own-store.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useWords } from '../../../lib/words.ts';
import { chatAssistWords } from '../../../locales/chat-assist.ts';
import { useChatActs } from '../shared/use-chat-acts.ts';
import { assistQuery } from './assist.queries.ts';
import { type Cycle, layAt, layNext } from './assist-cycle.ts';
import classes from './assist-strip.module.css';
import { getTaken, setTaken, type Taken } from './assist-taken.ts';
import { findGap } from './slash.ts';
import { languageName, readingLanguage, setTranslating, useTranslating } from './translate-choice.ts';
import { useAssistWriting, type Writing, type WritingKind } from './use-assist-writing.ts';
import { useTranslations } from './use-translations.ts';

const loadingAfterMs = 150;
/** Nothing waits for these suggestions: the thread is drawn first. */
function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}

export type AssistHandle = { takeNext: () => void };
/** @property number the customer's last message; 0: there is none @property isAnswered an agent has answered it */
export type Asked = { number: number; isAnswered: boolean; numbers: readonly number[] };

type Props = {
  chatId: string;
  asked: Asked;
  /** The words of the reply, and how they are laid into its field: with the selection given. */
  text: string;
  onLay: (text: string, selection: { from: number; to: number }) => void;
  /** Keys act in this chat: of two side by side, the one that had the focus last. */
  isActive: boolean;
  ref: Ref<AssistHandle>;
};

/** Suggestions above the reply. Each is laid into the field by a press or a key, and nothing is sent by itself. */
export function AssistStrip({ chatId, asked, text, onLay, isActive, ref }: Props) {
  const say = useWords(chatAssistWords.strip);
  const { i18n } = useTranslation();
  const reading = readingLanguage(i18n.language);
  const [isOpen, setOpen] = useOwnChoice<boolean>('assist', true);
  // The row is there before anything is known where there was something the last time: nothing moves when it arrives.
  const [isUseful, setUseful] = useOwnChoice<boolean>('assist-useful', true);
  const isPainted = useAfterPaint();
  const isAsking = isPainted && asked.number > 0;
  const { data, error, refetch } = useQuery({ ...assistQuery(chatId, asked.number), enabled: isAsking });
  const isSlow = useDelayed(isAsking && !data && !error, loadingAfterMs);
  const model = useLast(data?.model) ?? '';
  const language = useLast(data?.language || undefined);
  const drafts = data && !asked.isAnswered ? data.drafts : none;
  const isTranslating = useTranslating();
  useTranslations(chatId, asked.numbers, reading, isPainted && isTranslating && model !== '');
  const { writing, start, end } = useAssistWriting(chatId);
  const [cycle, setCycle] = useState<Cycle>();
  const [former, setFormer] = useState<{ text: string; taken: Taken; laid: string }>();
  const [spoken, setSpoken] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message begins with the first of its suggestions
  useEffect(() => setCycle(undefined), [asked.number, chatId]);
  const isKnownUseful = data ? data.hasSources || data.model !== '' : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept when it is known, and only then
  useEffect(() => {
    if (isKnownUseful !== undefined && isKnownUseful !== isUseful) setUseful(isKnownUseful);
  }, [isKnownUseful]);

  const lay = (words: string) => {
    const gap = findGap(words);
    onLay(words, gap ?? { from: words.length, to: words.length });
  };
  const takeAt = (next: Cycle | undefined) => {
    const draft = next && drafts[next.place];
    if (!next || !draft) return;
    setCycle(next);
    setFormer(undefined);
    const { kind, sourceId, proof } = draft;
    lay(next.laid);
    setTaken(chatId, { ...(next.base.trim() === '' ? {} : getTaken(chatId)), assist: { kind, sourceId, proof } });
    const values = { place: next.place + 1, count: drafts.length, name: draft.name, percent: percentOf(draft) };
    setSpoken(say('tookOf', { ...values, interpolation: { escapeValue: false } }));
  };
  const takeWritten = ({ kind, from, written }: Writing) => {
    if (!written || kind === 'summary') return;
    setFormer({ text, taken: getTaken(chatId), laid: written.text });
    lay(written.text);
    setTaken(chatId, { ...getTaken(chatId), ...usedOf(kind, written, from, reading) });
    setSpoken(say('took', { name: model, interpolation: { escapeValue: false } }));
    end();
  };
  const words = drafts.map((draft) => draft.text);
  const takeNext = () => {
    if (writing?.written) takeWritten(writing);
    else takeAt(layNext(text, words, cycle));
  };
  const latest = useRef(takeNext);
  latest.current = takeNext;
  useImperativeHandle(ref, () => ({ takeNext: () => latest.current() }), []);
  useChatActs(isActive && (drafts.length > 0 || writing?.written) ? { assist: () => latest.current() } : {}, chatId);

  if (!(isKnownUseful ?? isUseful)) return null;
  const isBack = former !== undefined && former.laid === text;
  const target = language && language !== reading ? language : undefined;
  return (
    <section className={classes.strip} aria-label={say('title')} data-number={data ? asked.number : undefined}>
      {writing ? <WritingPanel writing={writing} model={model} onTake={() => takeWritten(writing)} onEnd={end} /> : null}
      <div className={classes.row} data-collapsed={!isOpen || undefined}>
        <Tooltip label={say(isOpen ? 'hide' : 'show')}>
          <ActionIcon
            size={isOpen ? 30 : 24}
            variant="subtle"
            color="gray"
            aria-label={say(isOpen ? 'hide' : 'show')}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronUp size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
        {!isOpen ? (
          <span className={classes.quiet}>{drafts.length > 0 ? say('count', { count: drafts.length }) : say('title')}</span>
        ) : error && !data ? (
          <span className={classes.quiet}>
            {say('failed')}{' '}
            <Anchor component="button" type="button" size="xs" onClick={() => void refetch()}>
              {say('again')}
            </Anchor>
          </span>
        ) : drafts.length > 0 ? (
          <ul className={classes.drafts}>
            {drafts.map((draft, place) => (
              <DraftChip
                key={`${draft.kind}${draft.sourceId}${draft.text}`}
                draft={draft}
                isTaken={cycle?.place === place && cycle.laid === text}
                onTake={() => takeAt(layAt(text, words, place, cycle))}
              />
            ))}
          </ul>
        ) : isSlow ? (
          <span className={classes.loading}>
            <Skeleton height={30} width="40%" radius="md" />
            <Skeleton height={30} width="30%" radius="md" />
            <VisuallyHidden>{say('loading')}</VisuallyHidden>
          </span>
        ) : (
          <span className={classes.quiet}>{data ? say(asked.isAnswered ? 'answered' : 'none') : ''}</span>
        )}
        {isBack ? (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => {
              lay(former.text);
              setTaken(chatId, former.taken);
              setFormer(undefined);
            }}
          >
            {say('back')}
          </Button>
        ) : isOpen && drafts.length > 0 && !writing ? (
          <kbd className={classes.key}>{say('key')}</kbd>
        ) : null}
        {isOpen && model !== '' ? (
          <WriteMenu
            model={model}
            hasText={text.trim() !== ''}
            canDraft={asked.number > 0}
            target={target}
            reading={reading}
            onWrite={(kind) => void start({ kind, text, language: kind === 'translation' ? (target ?? reading) : reading })}
          />
        ) : null}
      </div>
      <VisuallyHidden aria-live="polite">{writing?.written ? say('isThere', { model }) : spoken}</VisuallyHidden>
    </section>
  );
}

const none: readonly AssistDraft[] = [];
const percentOf = ({ confidence }: AssistDraft): number => Math.round(confidence * 100);

/** The last value that was known: the menu does not go and come while the next message is asked about. */
function useLast<T>(value: T | undefined): T | undefined {
  const last = useRef(value);
  if (value !== undefined) last.current = value;
  return last.current;
}

/** A translation keeps the words that it was made of; other texts keep the original of an earlier translation. */
const usedOf = (kind: WritingKind, { sourceId, proof }: AssistText, from: string, language: AssistLanguage): Taken => ({
  assist: { kind, sourceId, proof },
  ...(kind === 'translation' ? { original: { text: from.trim(), language } } : {}),
});

type ChipProps = { draft: AssistDraft; isTaken: boolean; onTake: () => void };

function DraftChip({ draft, isTaken, onTake }: ChipProps) {
  const say = useWords(chatAssistWords.strip);
  const { kind, page, botName, text, url, isStale } = draft;
  const plain = { escapeValue: false };
  const name = page > 0 ? say('onPage', { name: draft.name, page, interpolation: plain }) : draft.name;
  const percent = percentOf(draft);
  const Kind = kind === 'intent' ? IconMessageChatbot : IconBook2;
  return (
    <li>
      <Tooltip
        multiline
        w={360}
        events={{ hover: true, focus: true, touch: false }}
        label={
          <span className={classes.tip}>
            <span className={classes.tipHead}>
              {say('ofBot', { name, bot: botName, interpolation: plain })} · {say('percent', { percent })}
            </span>
            {isStale ? `${say('staleHint')}\n` : ''}
            {text}
          </span>
        }
      >
        <button
          type="button"
          className={classes.draft}
          data-taken={isTaken || undefined}
          aria-label={say(isStale ? 'takeStale' : 'take', { name, percent, text, interpolation: plain })}
          onClick={onTake}
        >
          <Kind size={15} stroke={1.7} aria-hidden />
          <span className={classes.words} dir="auto">
            {text}
          </span>
          {isStale ? <IconAlertTriangle size={14} className={classes.stale} aria-hidden /> : null}
          <span className={classes.share}>{say('percent', { percent })}</span>
        </button>
      </Tooltip>
      {url ? (
        <ActionIcon
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          size={26}
          variant="subtle"
          color="gray"
          aria-label={say('open', { name, interpolation: plain })}
        >
          <IconExternalLink size={15} stroke={1.7} aria-hidden />
        </ActionIcon>
      ) : null}
    </li>
  );
}

type MenuProps = {
  model: string;
  hasText: boolean;
  canDraft: boolean;
  /** Language of the customer, where it is another one than the reader's */
  target: AssistLanguage | undefined;
  reading: AssistLanguage;
  onWrite: (kind: WritingKind) => void;
};

const changing = ['shorter', 'friendlier', 'correct'] as const;

function WriteMenu({ model, hasText, canDraft, target, reading, onWrite }: MenuProps) {
  const say = useWords(chatAssistWords.strip);
  const isTranslating = useTranslating();
  return (
    <Menu position="top-end" shadow="md">
      <Menu.Target>
        <Button size="compact-sm" variant="subtle" leftSection={<IconSparkles size={15} aria-hidden />}>
          {say('writeShort')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{say('write', { model, interpolation: { escapeValue: false } })}</Menu.Label>
        <Menu.Item disabled={!canDraft} onClick={() => onWrite('draft')}>
          {say('draft')}
        </Menu.Item>
        {changing.map((kind) => (
          <Menu.Item key={kind} disabled={!hasText} onClick={() => onWrite(kind)}>
            {say(kind)}
          </Menu.Item>
        ))}
        {target ? (
          <Menu.Item disabled={!hasText} onClick={() => onWrite('translation')}>
            {say('translateReply', { language: languageName(target, reading) })}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.CheckboxItem checked={isTranslating} closeMenuOnClick onChange={() => setTranslating(!isTranslating)}>
          {say('translateMessages', { language: languageName(reading, reading) })}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}

type PanelProps = { writing: Writing; model: string; onTake: () => void; onEnd: () => void };

/** The words of the model as they come. */
function WritingPanel({ writing, model, onTake, onEnd }: PanelProps) {
  const say = useWords(chatAssistWords.strip);
  const { text, written, failure } = writing;
  const plain = { escapeValue: false };
  return (
    <section className={classes.panel} aria-label={say(written ? 'written' : 'writing', { model, interpolation: plain })}>
      {failure ? (
        <p className={classes.problem} role="alert">
          {say('writeFailed', { reason: failure, interpolation: plain })}
        </p>
      ) : (
        <>
          <p className={classes.panelHead}>
            {written ? null : <Loader size={12} aria-hidden />}
            {say(written ? 'written' : 'writing', { model, interpolation: plain })}
          </p>
          <p className={classes.panelText} dir="auto" aria-busy={!written}>
            {text}
          </p>
        </>
      )}
      <div className={classes.row}>
        {written ? (
          <Button size="compact-sm" onClick={onTake} rightSection={<kbd className={classes.keyOfButton}>{say('key')}</kbd>}>
            {say('takeWritten')}
          </Button>
        ) : null}
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onEnd}>
          {say(written || failure ? 'discard' : 'stop')}
        </Button>
      </div>
    </section>
  );
}
