import { type ChannelDetails, channelTypes } from '@parley/contract';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import classes from './channel.module.css';

/** Recent activity of a channel, and the records that use it. */
export function ChannelHealth({ details: { channel, health, usedBy } }: { details: ChannelDetails }) {
  const say = useWords(channelWords.channel);
  const { sentCount: sent, failedCount: failed } = health;
  const users = usedBy.map(({ kind, name, count }) =>
    kind === 'run' ? name : kind === 'template' ? say('templates', { count }) : say('chats', { count }),
  );
  const at = (instant: string | null) => (instant ? formatReportDate(instant) : say('never'));
  return (
    <dl className={classes.facts}>
      {/* These are what callbacks have told, and nobody calls back on a WEB channel. */}
      {channel.type === channelTypes.WEB ? null : (
        <>
          <dt>{say('lastInbound')}</dt>
          <dd>{at(health.lastInboundAt)}</dd>
          <dt>{say('lastReceipt')}</dt>
          <dd>{at(health.lastReceiptAt)}</dd>
        </>
      )}
      <dt>{say('failures')}</dt>
      <dd>{sent === 0 ? say('noneSent') : say('failureShare', { failed, sent, share: Math.round((failed / sent) * 100) })}</dd>
      {health.quality ? (
        <>
          <dt>{say('quality')}</dt>
          <dd>{health.quality}</dd>
        </>
      ) : null}
      <dt>{say('usedBy')}</dt>
      <dd>{users.length > 0 ? users.join(', ') : say('nothing')}</dd>
    </dl>
  );
}
