import { ActionIcon, Button, Drawer, Switch, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconMessageChatbot, IconRefresh, IconSend2 } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { commonWords } from '../../../locales/common.ts';
import type { TestDraft } from '../shared/test.queries.ts';
import { TestForm } from '../shared/test-form.tsx';
import { AddPhraseDialog } from './add-phrase-dialog.tsx';
import classes from './try-it.module.css';
import { toTest } from './turn-test.ts';
import { TurnView } from './turn-view.tsx';
import { type Turn, useTryIt } from './use-try-it.ts';

/** So near the end still counts as reading along. */
const endTolerancePx = 60;

/** @param isDownOnly leaves a log alone that is scrolled further already */
function scrollToLast(log: HTMLElement | null, isDownOnly = false): void {
  const said = log?.querySelectorAll<HTMLElement>('[data-said]');
  const last = said?.item(said.length - 1);
  if (!log || !last) return;
  const top = last.offsetTop - 16;
  if (!isDownOnly || log.scrollTop < top) log.scrollTo({ top });
}

/** A conversation with the bot beside the page, which waits dimmed behind it. Closing forgets it (TRYIT-008, TRYIT-017). */
export function TryItPanel({ botId, botName, onClose }: { botId: string; botName: string; onClose: () => void }) {
  const say = useWords(botWords.tryIt);
  const sayCommon = useWords(commonWords.ui);
  const [isNewCustomer, setNewCustomer] = useState(false);
  const [hasDetails, setDetails] = useState(false);
  const [text, setText] = useState('');
  const [test, setTest] = useState<{ key: number; draft: TestDraft }>();
  const [added, setAdded] = useState<Turn>();
  const { turns, isWaiting, send, retry, reset } = useTryIt(botId, isNewCustomer);
  const log = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const input = useRef<HTMLTextAreaElement>(null);

  // A toast that is still there would lie upon the field to write in.
  useEffect(() => notifications.clean(), []);
  // The last words and what begins below them come into view: the details of an answer may be longer than the panel.
  const last = turns.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new in the conversation
  useEffect(() => scrollToLast(log.current), [turns.length, last?.answer, last?.failure, hasDetails]);
  // While an answer grows, its end comes into view as far as what was asked stays there; who has scrolled on reads in peace.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every word more
  useEffect(() => {
    if (isAtEnd.current) scrollToLast(log.current, true);
  }, [last?.partial]);

  const handleSend = () => {
    if (send(text)) setText('');
    input.current?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    handleSend();
  };
  const handleReset = () => {
    reset();
    input.current?.focus();
  };
  const handleChoose = (option: string) => {
    send(option);
    input.current?.focus();
  };

  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position="right"
      size={460}
      classNames={{ content: classes.panel ?? '' }}
      // Escape closes the dialog above it alone.
      closeOnEscape={test === undefined && added === undefined}
    >
      <Drawer.Overlay backgroundOpacity={0.5} />
      <Drawer.Content aria-label={say('title', { name: botName })}>
        <Drawer.Header className={classes.head}>
          <Drawer.Title className={classes.title}>{say('title', { name: botName })}</Drawer.Title>
          <Drawer.CloseButton aria-label={sayCommon('close')} />
        </Drawer.Header>
        <div className={classes.tools}>
          <Switch label={say('details')} checked={hasDetails} onChange={(event) => setDetails(event.currentTarget.checked)} />
          <Switch
            label={say('asNew')}
            title={say('asNewHint')}
            checked={isNewCustomer}
            onChange={(event) => {
              setNewCustomer(event.currentTarget.checked);
              reset();
            }}
          />
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconRefresh size={14} />}
            disabled={turns.length === 0}
            onClick={handleReset}
          >
            {say('reset')}
          </Button>
        </div>
        <div
          ref={log}
          className={classes.log}
          role="log"
          aria-label={say('conversation', { name: botName })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            isAtEnd.current = scrollHeight - scrollTop - clientHeight < endTolerancePx;
          }}
        >
          {turns.length === 0 ? <EmptyState icon={IconMessageChatbot} order={3} title={say('startTitle')} text={say('startText')} /> : null}
          {turns.map((turn, index) => (
            <TurnView
              key={turn.key}
              turn={turn}
              botName={botName}
              hasDetails={hasDetails}
              isLast={index === turns.length - 1}
              onChoose={handleChoose}
              onRetry={() => retry(turn)}
              onSaveTest={() => setTest({ key: turn.key, draft: toTest(turns, turn) })}
              onAddPhrase={() => setAdded(turn)}
            />
          ))}
          {isWaiting ? (
            <div className={classes.typing} role="status" aria-label={say('waiting')}>
              <span />
              <span />
              <span />
            </div>
          ) : null}
        </div>
        <form
          className={classes.composer}
          onSubmit={(event) => {
            event.preventDefault();
            handleSend();
          }}
        >
          <Textarea
            ref={input}
            className={classes.input}
            aria-label={say('message')}
            placeholder={say('placeholder')}
            autosize
            minRows={1}
            maxRows={6}
            maxLength={10_000}
            data-autofocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={handleKey}
          />
          <ActionIcon type="submit" variant="filled" color="brand" size={34} aria-label={say('send')} disabled={isWaiting}>
            <IconSend2 size={17} />
          </ActionIcon>
        </form>
        <TestForm key={test?.key ?? 'none'} botId={botId} draft={test?.draft} onClose={() => setTest(undefined)} />
        <AddPhraseDialog botId={botId} turn={added} onClose={() => setAdded(undefined)} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
