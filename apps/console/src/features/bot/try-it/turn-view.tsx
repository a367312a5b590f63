import { Alert, Anchor, Button, Group, VisuallyHidden } from '@mantine/core';
import { builderPermissions, noMessages, type TryItAnswer } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import { ReplyText } from '../shared/reply-text.tsx';
import classes from './try-it.module.css';
import { TurnDetailsCard } from './turn-details.tsx';
import { isTestable } from './turn-test.ts';
import type { Turn } from './use-try-it.ts';

export type TurnViewProps = {
  turn: Turn;
  botName: string;
  hasDetails: boolean;
  /** Options and Retry belong to the end of the conversation. */
  isLast: boolean;
  onChoose: (option: string) => void;
  onRetry: () => void;
  onSaveTest: () => void;
  onAddPhrase: () => void;
};

/** The message, and its answer below it. */
export function TurnView({ turn, botName, hasDetails, isLast, onChoose, onRetry, onSaveTest, onAddPhrase }: TurnViewProps) {
  const say = useWords(botWords.tryIt);
  const { answer, failure, partial } = turn;
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
      {partial ? (
        // Not read out: the answer itself is, once, when it is there.
        <div className={classes.replies} aria-hidden inert>
          <div className={classes.reply}>
            <ReplyText text={partial} />
          </div>
        </div>
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
          <Sources addresses={answer.output.source} named={answer.output.sources} />
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
          {answer.warnings.map((warning) => (
            <Alert key={warning} color="yellow" py={8} title={say('warning')}>
              {warning}
            </Alert>
          ))}
          {isTestable(turn) ? (
            <May any={builderPermissions}>
              <Group gap={4}>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="gray"
                  aria-label={say('saveTestOf', { text: turn.said })}
                  onClick={onSaveTest}
                >
                  {say('saveTest')}
                </Button>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="gray"
                  aria-label={say('addToIntentOf', { text: turn.said })}
                  onClick={onAddPhrase}
                >
                  {say('addToIntent')}
                </Button>
              </Group>
            </May>
          ) : null}
          {hasDetails && answer.details ? <TurnDetailsCard details={answer.details} /> : null}
        </div>
      ) : null}
    </>
  );
}

const isAddress = (source: string) => /^(?:\/(?!\/)|https?:\/\/)/i.test(source);

type SourcesProps = { addresses: readonly string[]; named: TryItAnswer['output']['sources'] };

/** The best source with its name, and the others by theirs. */
function Sources({ addresses, named }: SourcesProps) {
  const say = useWords(botWords.tryIt);
  const nameOf = (address: string) => named.find(({ url }) => url === address)?.label ?? address;
  const [first, ...others] = addresses;
  // An entry that was written by hand has a name alone.
  if (first === undefined) return named[0] ? <div className={classes.sources}>{named[0].label}</div> : null;
  return (
    <div className={classes.sources}>
      {isAddress(first) ? (
        <>
          <Anchor href={first} target="_blank" rel="noopener noreferrer" size="xs" title={first}>
            {say('viewSource')}
          </Anchor>{' '}
          {nameOf(first) === first ? null : <span>{nameOf(first)}</span>}
        </>
      ) : (
        <span>{nameOf(first)}</span>
      )}
      {others.length > 0 ? (
        <ul aria-label={say('sources')}>
          {others.map((source) => (
            <li key={source}>
              {isAddress(source) ? (
                <Anchor href={source} target="_blank" rel="noopener noreferrer" size="xs">
                  {nameOf(source)}
                </Anchor>
              ) : (
                nameOf(source)
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
