import { Menu, Modal, TextInput, UnstyledButton } from '@mantine/core';
import { agentStatuses } from '@parley/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { ownStatusQuery } from '../shared/chat.queries.ts';
import { nameOfStatus, statusKindsQuery } from '../shared/own-status.ts';
import classes from './agent-status.module.css';
import { useOwnStatus } from './chat.mutations.ts';
import { shortTime } from './chat-row.tsx';

const states = [
  { value: agentStatuses.online, word: 'online' },
  { value: agentStatuses.offline, word: 'offline' },
  { value: agentStatuses.away, word: 'away' },
] as const;

/** A load of 250 is shown as 2.5 chats. */
const inChats = (load: number): string => formatNumber(load / 100);

/**
 * Tells whether new chats may come: Online, Offline, Away with a reason, or a status of the enterprise's own, and since when; and beside it how
 * many chats one has, and may have.
 */
export const AgentStatus = memo(function AgentStatus() {
  const t = useWords(chatWords.conversation);
  const { i18n } = useTranslation();
  const { data } = useQuery(ownStatusQuery);
  const save = useOwnStatus();
  const [isOpen, setOpen] = useState(false);
  const { data: kinds = [] } = useQuery({ ...statusKindsQuery, enabled: isOpen });
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const current = states.find(({ value }) => value === data?.agentStatus);
  const own = data?.ownStatus;
  const name = own ? nameOfStatus(own, i18n.language) : current ? t(current.word) : '…';
  const reasonShown = data?.agentStatus === agentStatuses.away && data.reason ? ` · ${data.reason}` : '';
  // Online and Offline are what everybody begins and ends with: the time is of those that somebody may wait for.
  const isPause = own || data?.agentStatus === agentStatuses.away;
  const sinceShown = isPause && data?.since ? ` · ${t('statusSince', { time: shortTime(data.since) })}` : '';
  const label = `${name}${reasonShown}${sinceShown}`;

  const handleChoose = (value: number) => {
    if (value === agentStatuses.away) setAsking(true);
    else save.mutate({ agentStatus: value, reason: '' });
  };
  const handleAway = () => {
    save.mutate({ agentStatus: agentStatuses.away, reason: reason.trim() }, { onSuccess: () => setAsking(false) });
  };
  return (
    <>
      <Menu position="bottom-start" width={220} opened={isOpen} onChange={setOpen}>
        <Menu.Target>
          <UnstyledButton className={classes.status} aria-label={`${t('status')}: ${label}`}>
            <StatusDot status={data?.agentStatus} colour={own?.colour} />
            <span className={classes.statusWords}>{label}</span>
            <IconChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {states.map(({ value, word }) => (
            <Menu.Item key={value} leftSection={<StatusDot status={value} />} onClick={() => handleChoose(value)}>
              {t(word)}
            </Menu.Item>
          ))}
          {kinds
            .filter(({ isOffered }) => isOffered)
            .map(({ id, base, colour, ...kind }) => (
              <Menu.Item
                key={id}
                leftSection={<StatusDot status={base} colour={colour} />}
                onClick={() => save.mutate({ agentStatus: base, reason: '', statusId: id })}
              >
                {nameOfStatus(kind, i18n.language)}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      {data ? (
        <span
          role="img"
          className={classes.load}
          data-full={data.load >= data.limit * 100 || undefined}
          aria-label={t('loadOf', { load: inChats(data.load), limit: formatNumber(data.limit) })}
        >
          {`${inChats(data.load)} / ${formatNumber(data.limit)}`}
        </span>
      ) : null}
      <Modal opened={isAsking} onClose={() => setAsking(false)} title={t('setAway')} size="sm">
        <DialogForm submit={t('setAway')} isBusy={save.isPending} onCancel={() => setAsking(false)} onSubmit={handleAway}>
          <TextInput
            label={t('awayReason')}
            description={t('awayReasonHint')}
            value={reason}
            maxLength={120}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
        </DialogForm>
      </Modal>
    </>
  );
});

/** @param colour of an own status, instead of that of its base */
function StatusDot({ status, colour }: { status: number | undefined; colour?: string | undefined }) {
  return <span className={classes.statusDot} data-status={status} style={colour ? { background: colour } : undefined} aria-hidden />;
}
