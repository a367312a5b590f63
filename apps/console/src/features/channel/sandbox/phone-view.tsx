import { Badge, Skeleton } from '@mantine/core';
import type { SandboxAct, SandboxButton, z } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { Bubble } from './bubble.tsx';
import { FlowView } from './flow-view.tsx';
import { MailComposer } from './mail-composer.tsx';
import { PhoneComposer } from './phone-composer.tsx';
import classes from './sandbox.module.css';
import { phoneQuery, useAct } from './sandbox.queries.ts';

type PhoneViewProps = {
  channelId: string;
  address: string;
  isMail: boolean;
  canAct: boolean;
  /** The vendor passes on what customers write. */
  isHeard: boolean;
};

/** A press answers, or opens the form that the message brings. */
const pressOf = (messageId: string, { id, type }: SandboxButton): z.input<typeof SandboxAct> =>
  type === 'flow' ? { kind: 'flowOpen', messageId } : { kind: 'press', messageId, buttonId: id };

/** One phone as the customer holds it. On a channel of mails it is their program of mails. */
export function PhoneView({ channelId, address, isMail, canAct, isHeard }: PhoneViewProps) {
  const say = useWords(channelWords.sandbox);
  const view = useQuery(phoneQuery(channelId, address));
  const act = useAct(channelId, address);
  const log = useRef<HTMLDivElement>(null);
  const messages = view.data?.messages ?? [];
  const lastId = messages.at(-1)?.id;
  const name = view.data?.phone?.name || address;

  const last = messages.findLast((message) => !message.isFromCustomer);
  const writing = {
    isSending: act.isPending,
    knownName: view.data?.phone?.name ?? '',
    isOptedOut: view.data?.phone?.isOptedOut ?? false,
    onAct: (what: z.input<typeof SandboxAct>, customer: string) => act.mutateAsync({ act: what, name: customer }),
  };

  // Scrolls to the last message.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another last message
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [lastId]);

  if (view.isError && !view.data) return <ErrorState error={view.error} onRetry={() => void view.refetch()} />;
  return (
    <section className={classes.phone} aria-label={say('phoneOf', { name })}>
      <header className={classes.phoneHead}>
        <strong>{name}</strong>
        {view.data?.phone ? (
          <span className={classes.badges}>
            {isMail ? null : (
              <Badge size="sm" variant="light" color={view.data.phone.isWindowOpen ? 'green' : 'gray'}>
                {say(view.data.phone.isWindowOpen ? 'windowOpen' : 'windowClosed')}
              </Badge>
            )}
            {view.data.phone.isOptedOut ? (
              <Badge size="sm" color="orange">
                {say('optedOut')}
              </Badge>
            ) : null}
          </span>
        ) : null}
      </header>
      <div
        ref={log}
        className={classes.log}
        role="log"
        aria-label={say('conversation', { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {view.data ? null : <Skeleton height={80} radius="md" />}
        {view.data && messages.length === 0 ? <p className={classes.dim}>{say(isMail ? 'noMailYet' : 'nothingYet')}</p> : null}
        {messages.map((message) => (
          <Bubble
            key={message.id}
            message={message}
            onPress={canAct && isHeard ? (button) => act.mutate({ act: pressOf(message.id, button) }) : undefined}
          />
        ))}
      </div>
      {view.data?.flow && canAct ? <FlowView flow={view.data.flow} onAct={(what) => act.mutateAsync({ act: what })} /> : null}
      {isHeard ? null : <p className={classes.dim}>{say('sendsOnly')}</p>}
      {canAct && isHeard ? (
        isMail ? (
          <MailComposer {...writing} lastFromUs={last} />
        ) : (
          <PhoneComposer {...writing} lastFromUs={last?.id} />
        )
      ) : null}
    </section>
  );
}
