import { Anchor, Badge, Button, Loader } from '@mantine/core';
import { type Attachment, type ChatAction, ChatTemplate, MessageChoices } from '@parley/contract';
import { IconAlertTriangle, IconCheck, IconChecks, IconClock, IconFile, IconRobot } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatBytes, formatTime, formatTimestamp, shortenFileName } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { type ChatSay, chatWords } from '../../../locales/chat.ts';
import { renderTemplateMarkup } from '../../channel/shared/template-markup.tsx';
import { dropReply, type OutboxItem, retryReply } from '../shared/outbox.ts';
import classes from './message-bubble.module.css';
import { messageStateOf } from './thread-items.ts';

type Props = {
  action: ChatAction;
  isFirstOfTurn: boolean;
  isOwn: boolean;
  onRetry: ((action: ChatAction) => void) | undefined;
  /** What stands below the message, such as the text of a recording. */
  below?: ReactNode;
};

/** One message: the customer's at the start of the line, ours at its end. */
export function MessageBubble({ action, isFirstOfTurn, isOwn, onRetry, below }: Props) {
  const t = useWords(chatWords.conversation);
  const isOurs = action.authorKind !== 'customer';
  const unnamed = { bot: t('bot'), system: t('automatic'), agent: t('colleague'), customer: t('customer') }[action.authorKind];
  const name = isOwn ? t('you') : action.userName || unnamed;
  const hasFailed = isOurs && messageStateOf(action) === 'failed';
  return (
    <div className={classes.line} data-side={isOurs ? 'ours' : 'theirs'} data-kind={action.authorKind}>
      {isFirstOfTurn ? (
        <span className={classes.author}>
          {name}
          {action.authorKind === 'bot' ? <BotBadge t={t} /> : null}
        </span>
      ) : null}
      <div className={classes.bubble} data-failed={hasFailed || undefined}>
        <TemplateFrame template={frameOf(action.detail)}>
          <MessageBody text={action.message} attachment={action.attachment} />
        </TemplateFrame>
      </div>
      {below}
      <span className={classes.meta}>
        <time dateTime={action.actedOn} title={formatTimestamp(action.actedOn)}>
          {formatTime(action.actedOn)}
        </time>
        {isOurs ? <Ticks action={action} /> : null}
        {hasFailed && onRetry ? (
          <Button size="compact-xs" variant="subtle" onClick={() => onRetry(action)}>
            {t('retry')}
          </Button>
        ) : null}
      </span>
    </div>
  );
}

/** What a bot has of its answer so far. It is not read out: the answer itself is there in a moment. */
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
  return (
    <div className={classes.line} data-side="ours" data-kind="agent">
      <div className={classes.bubble} data-waiting data-failed={isRefused || undefined}>
        <MessageBody text={item.text} attachment={item.attachment} />
      </div>
      <span className={classes.meta} role={isRefused ? 'alert' : undefined}>
        {isRefused ? (
          <>
            <span className={classes.failed}>
              <IconAlertTriangle size={13} aria-hidden /> {item.reason || t('failedPlain')}
            </span>
            <Button size="compact-xs" variant="subtle" onClick={() => retryReply(item.key)}>
              {t('retry')}
            </Button>
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
  const label = { sent: t('stateSent'), delivered: t('stateDelivered'), read: t('stateRead') }[state];
  const Drawn = state === 'sent' ? IconCheck : IconChecks;
  return (
    <span className={classes.ticks} data-state={state} role="img" aria-label={label} title={label}>
      <Drawn size={14} stroke={1.9} aria-hidden />
    </span>
  );
}

/** What stands round the words of a message: the parts of its template, or what its reader may press. */
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
      {template.header ? <div className={classes.templateHeader}>{renderTemplateMarkup(template.header)}</div> : null}
      {children}
      {template.footer ? <div className={classes.templateFooter}>{template.footer}</div> : null}
      {template.buttons.length > 0 ? (
        <ul className={classes.templateButtons}>
          {template.buttons.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no other name than their place
            <li key={index}>{text}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function MessageBody({ text, attachment }: { text: string; attachment: Attachment | null }) {
  return (
    <>
      {attachment ? <AttachmentView attachment={attachment} /> : null}
      {text ? <div className={classes.text}>{renderTemplateMarkup(text)}</div> : null}
    </>
  );
}

export function AttachmentView({ attachment }: { attachment: Attachment }) {
  const t = useWords(chatWords.conversation);
  if (attachment.type.startsWith('image/'))
    return (
      <a className={classes.picture} href={attachment.url} target="_blank" rel="noreferrer">
        <img src={attachment.url} alt={t('image', { name: attachment.name })} loading="lazy" />
      </a>
    );
  return (
    <Anchor className={classes.file} href={attachment.url} target="_blank" rel="noreferrer" c="inherit" size="sm" title={attachment.name}>
      <IconFile size={18} stroke={1.6} aria-hidden />
      <span>{shortenFileName(attachment.name)}</span>
      <span className={classes.fileSize}>{formatBytes(attachment.size)}</span>
    </Anchor>
  );
}
