import { Alert, Anchor, Button, Group, VisuallyHidden } from '@mantine/core';
import { noMessages } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { ReplyText } from './reply-text.tsx';
import classes from './try-it.module.css';
import { TurnDetailsCard } from './turn-details.tsx';
import type { Turn } from './use-try-it.ts';

export type TurnViewProps = {
  turn: Turn;
  botName: string;
  hasDetails: boolean;
  /** Options and Retry belong to the end of the conversation. */
  isLast: boolean;
  onChoose: (option: string) => void;
  onRetry: () => void;
};

/** What was said, and below it what came back. */
export function TurnView({ turn, botName, hasDetails, isLast, onChoose, onRetry }: TurnViewProps) {
  const say = useWords(botWords.tryIt);
  const { answer, failure } = turn;
  // One text or several: each is a reply of its own (TRYIT-018).
  const texts = answer ? [answer.output.text].flat().filter((text) => text.trim() !== '') : [];
  return (
    <>
      <div className={classes.said} data-said>
        <VisuallyHidden>{say('you')}: </VisuallyHidden>
        {turn.said}
      </div>
      {failure !== undefined ? (
        <Alert color="red" role="alert" py={8}>
          <Group justify="space-between" gap="xs">
            {failure}
            {isLast ? (
              <Button size="compact-sm" variant="default" onClick={onRetry}>
                {say('retry')}
              </Button>
            ) : null}
          </Group>
        </Alert>
      ) : null}
      {answer ? (
        <div className={classes.replies}>
          <VisuallyHidden>{botName}: </VisuallyHidden>
          {texts.length === 0 ? <div className={classes.reply}>{noMessages}</div> : null}
          {texts.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the replies of one answer never change
            <div key={index} className={classes.reply}>
              <ReplyText text={text} />
            </div>
          ))}
          <Sources sources={answer.output.source} />
          {isLast && answer.options.length > 0 ? (
            <fieldset className={classes.options} aria-label={say('options')}>
              {answer.options.map((option) => (
                <Button key={option} size="compact-sm" variant="light" onClick={() => onChoose(option)}>
                  {option}
                </Button>
              ))}
            </fieldset>
          ) : null}
          {answer.handsOver ? <p className={classes.note}>{say('handsOver')}</p> : null}
          {hasDetails && answer.details ? <TurnDetailsCard details={answer.details} /> : null}
        </div>
      ) : null}
    </>
  );
}

/** A document of the knowledge base has an address of this server, without its host. */
const isDocument = (source: string) => /^\/(?!\/)/.test(source);
const isAddress = (source: string) => isDocument(source) || /^https?:\/\//i.test(source);
const pageOf = (source: string) => /#page=(\d+)$/.exec(source)?.[1] ?? '1';

function Sources({ sources }: { sources: readonly string[] }) {
  const say = useWords(botWords.tryIt);
  const [first, ...others] = sources;
  if (first === undefined) return null;
  return (
    <div className={classes.sources}>
      {isAddress(first) ? (
        <Anchor href={first} target="_blank" rel="noopener noreferrer" size="xs" title={first}>
          {say('viewSource')}
        </Anchor>
      ) : (
        <span>{first}</span>
      )}
      {others.length > 0 ? (
        <ul aria-label={say('sources')}>
          {others.map((source) => (
            <li key={source}>
              {isAddress(source) ? (
                <Anchor href={source} target="_blank" rel="noopener noreferrer" size="xs">
                  {isDocument(source) ? say('documentPage', { page: pageOf(source) }) : source}
                </Anchor>
              ) : (
                source
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
