import { Badge, Button, Loader } from '@mantine/core';
import { type Attachment, type ChatAction, ChatTemplate, MessageChoices, type ShownCard } from '@parley/contract';
import { IconAlertTriangle, IconCheck, IconChecks, IconClock, IconFile, IconHelpCircle, IconRobot } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { shortenFileName } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { type ChatSay, chatWords } from '../../../locales/chat.ts';
import { renderTemplateMarkup } from '../../channel/shared/template-markup.tsx';
import { changesOf } from '../shared/chat.rules.ts';
import { dropReply, mayRetry, type OutboxItem, retryReply } from '../shared/outbox.ts';
import { AttachmentView } from './attachment-view.tsx';
import { cardOf } from './card-of.ts';
import { HeldReply } from './held-reply.tsx';
import classes from './message-bubble.module.css';
import { MessageCard } from './message-card.tsx';
import { MessageAbout } from './message-context.tsx';
import { MessageMarks, MessageReaction, MessageTime } from './message-marks.tsx';
import { messageStateOf } from './thread-items.ts';

type Props = {
  action: ChatAction;
  isFirstOfTurn: boolean;
  isOwn: boolean;
  onRetry: ((action: ChatAction) => void) | undefined;
  /** Offer of a template, in place of Retry where another try must fail. */
  instead?: ReactNode;
  /** Stands above the words, within the message. */
  head?: ReactNode;
  /** The words, where not all of them are shown at once. */
  words?: string | undefined;
  /** Stands below the words, within the message. */
  rest?: ReactNode;
  /** Shown below the message, such as the text of a recording. */
  below?: ReactNode;
  /** Acts on the message, beside it. */
  acts?: ReactNode;
  /** Stands in place of the message while its words are changed. */
  editor?: ReactNode;
};

/** One message: the customer's at the start of the line, ours at its end. */
export function MessageBubble({ action, isFirstOfTurn, isOwn, onRetry, instead, head, words, rest, below, acts, editor }: Props) {
  const t = useWords(chatWords.conversation);
  const isOurs = action.authorKind !== 'customer';
  const unnamed = { bot: t('bot'), system: t('automatic'), agent: t('colleague'), customer: t('customer') }[action.authorKind];
  const name = isOwn ? t('you') : action.userName || unnamed;
  const state = isOurs ? messageStateOf(action) : undefined;
  const hasFailed = state === 'failed';
  const mayGoAgain = !isMailed(action) && (hasFailed ? isOfAgent(action) : state === 'unknown' && !isOfStream(action));
  return (
    <div className={classes.line} data-side={isOurs ? 'ours' : 'theirs'} data-kind={action.authorKind}>
      {isFirstOfTurn ? (
        <span className={classes.author}>
          <bdi>{name}</bdi>
          {action.authorKind === 'bot' ? <BotBadge t={t} /> : null}
        </span>
      ) : null}
      {editor ?? (
        <div className={classes.row}>
          <div
            className={classes.bubble}
            data-failed={hasFailed || undefined}
            data-unknown={state === 'unknown' || undefined}
            data-revoked={changesOf(action).revoked !== undefined || undefined}
          >
            {head}
            <MessageAbout action={action} />
            <TemplateFrame template={frameOf(action.detail)}>
              <MessageBody text={words ?? action.message} attachment={action.attachment} card={cardOf(action)} />
            </TemplateFrame>
            {rest}
          </div>
          {acts}
        </div>
      )}
      <MessageReaction action={action} />
      {below}
      <span className={classes.meta}>
        <MessageTime action={action} />
        <MessageMarks action={action} />
        {isOurs ? <Ticks action={action} /> : null}
        {(hasFailed || mayGoAgain) && instead ? (
          instead
        ) : mayGoAgain && onRetry ? (
          <Button size="compact-xs" variant="subtle" onClick={() => onRetry(action)}>
            {t(hasFailed ? 'retry' : 'sendAgain')}
          </Button>
        ) : null}
      </span>
    </div>
  );
}

/** An answer that went after a visitor by e-mail stands in a mail together with others: it does not go again by itself. */
const isMailed = ({ detail }: ChatAction): boolean => detail.mailed !== undefined;

/** The server tries a failed reply of an agent again, and none that a bot, a stream or the house has written. */
const isOfAgent = ({ authorKind }: ChatAction): boolean => authorKind === 'agent';

/** An agent sends no message of a stream again: its walk does, or nobody. */
const isOfStream = ({ authorKind, actionBy }: ChatAction): boolean => authorKind === 'bot' && actionBy !== '';

/** The partial answer of a bot. Screen readers skip it: the answer itself arrives in a moment. */
export function PartialBubble({ name, text }: { name: string; text: string }) {
  const t = useWords(chatWords.conversation);
  return (
    <div className={classes.line} data-side="ours" data-kind="bot" aria-hidden inert>
      <span className={classes.author}>
        {name}
        <BotBadge t={t} />
      </span>
      <div className={classes.bubble} data-partial>
        <MessageBody text={text} attachment={null} />
      </div>
    </div>
  );
}

function BotBadge({ t }: { t: ChatSay }) {
  return (
    <Badge component="span" size="xs" color="gray" leftSection={<IconRobot size={11} aria-hidden />}>
      {t('bot')}
    </Badge>
  );
}

/** A reply that has not been confirmed yet, and says so. */
export function WaitingBubble({ item }: { item: OutboxItem }) {
  const t = useWords(chatWords.conversation);
  const isRefused = item.state === 'refused';
  if (item.held)
    return (
      <div className={classes.line} data-side="ours" data-kind="agent">
        <div className={classes.bubble} data-waiting data-held>
          <MessageBody text={item.text} attachment={item.attachment} card={item.card} />
        </div>
        <HeldReply item={item} held={item.held} />
      </div>
    );
  return (
    <div className={classes.line} data-side="ours" data-kind="agent">
      <div className={classes.bubble} data-waiting data-failed={isRefused || undefined}>
        <MessageBody text={item.text} attachment={item.attachment} card={item.card} />
      </div>
      <span className={classes.meta} role={isRefused ? 'alert' : undefined}>
        {isRefused ? (
          <>
            <span className={classes.failed}>
              <IconAlertTriangle size={13} aria-hidden /> {mayRetry(item) ? item.reason || t('failedPlain') : t('replyTooOld')}
            </span>
            {mayRetry(item) ? (
              <Button size="compact-xs" variant="subtle" onClick={() => retryReply(item.key)}>
                {t('retry')}
              </Button>
            ) : null}
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => dropReply(item.key)}>
              {t('discard')}
            </Button>
          </>
        ) : item.state === 'waiting' ? (
          <>
            <IconClock size={13} aria-hidden /> {t('stateWaiting')}
          </>
        ) : (
          <>
            <Loader size={10} color="gray" aria-hidden /> {t('stateSending')}
          </>
        )}
      </span>
    </div>
  );
}

function Ticks({ action }: { action: ChatAction }) {
  const t = useWords(chatWords.conversation);
  const state = messageStateOf(action);
  if (state === 'failed') {
    const reason = [action.channelErrorDesc, action.channelErrorCode && `(${action.channelErrorCode})`].filter(Boolean).join(' ');
    return (
      <span className={classes.failed}>
        <IconAlertTriangle size={13} aria-hidden /> {reason ? t('failedBecause', { reason }) : t('failedPlain')}
      </span>
    );
  }
  if (state === 'unknown') {
    const reason = changesOf(action).unknown?.refused?.text;
    return (
      <span className={classes.unknown} title={t('stateUnknownHint')}>
        <IconHelpCircle size={13} aria-hidden /> {t('stateUnknown')}
        {reason ? ` ${t('unknownRefused', { reason, interpolation: { escapeValue: false } })}` : null}
      </span>
    );
  }
  const label = { sent: t('stateSent'), delivered: t('stateDelivered'), read: t('stateRead') }[state];
  const Drawn = state === 'sent' ? IconCheck : IconChecks;
  return (
    <span className={classes.ticks} data-state={state} role="img" aria-label={label} title={label}>
      <Drawn size={14} stroke={1.9} aria-hidden />
    </span>
  );
}

/** Returns the frame of a message: the parts of its template, or the choices that its reader may press. */
function frameOf({ template, choices }: ChatAction['detail']): ChatTemplate | undefined {
  const offered = MessageChoices.safeParse(choices).data;
  if (offered) return { mediaName: '', header: '', footer: '', buttons: offered.items.map(({ title }) => title) };
  return ChatTemplate.safeParse(template).data;
}

/** Header, footer and buttons of a template, as they stand round its text on the customer's phone. */
function TemplateFrame({ template, children }: { template: ChatTemplate | undefined; children: ReactNode }) {
  if (!template) return children;
  return (
    <>
      {template.mediaName ? (
        <span className={classes.file}>
          <IconFile size={18} stroke={1.6} aria-hidden />
          <span>{shortenFileName(template.mediaName)}</span>
        </span>
      ) : null}
      {template.header ? (
        <div className={classes.templateHeader} dir="auto">
          {renderTemplateMarkup(template.header)}
        </div>
      ) : null}
      {children}
      {template.footer ? (
        <div className={classes.templateFooter} dir="auto">
          {template.footer}
        </div>
      ) : null}
      {template.buttons.length > 0 ? (
        <ul className={classes.templateButtons}>
          {template.buttons.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no other name than their place
            <li key={index} dir="auto">
              {text}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

type BodyProps = { text: string; attachment: Attachment | null; card?: ShownCard | undefined };

function MessageBody({ text, attachment, card }: BodyProps) {
  if (card) return <MessageCard card={card} />;
  return (
    <>
      {attachment ? <AttachmentView attachment={attachment} /> : null}
      {text ? (
        <div className={classes.text} dir="auto">
          {renderTemplateMarkup(text)}
        </div>
      ) : null}
    </>
  );
}
