import { Menu, Modal, TextInput, UnstyledButton } from '@mantine/core';
import { agentStatuses } from '@parley/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { ownStatusQuery } from '../shared/chat.queries.ts';
import classes from './agent-status.module.css';
import { useOwnStatus } from './chat.mutations.ts';

const states = [
  { value: agentStatuses.online, word: 'online' },
  { value: agentStatuses.offline, word: 'offline' },
  { value: agentStatuses.away, word: 'away' },
] as const;

/** Tells whether new chats may come: Online, Offline, or Away with a reason. */
export function AgentStatus() {
  const t = useWords(chatWords.conversation);
  const { data } = useQuery(ownStatusQuery);
  const save = useOwnStatus();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const current = states.find(({ value }) => value === data?.agentStatus);
  const reasonShown = data?.agentStatus === agentStatuses.away && data.reason ? ` · ${data.reason}` : '';
  const label = `${current ? t(current.word) : '…'}${reasonShown}`;

  const handleChoose = (value: number) => {
    if (value === agentStatuses.away) setAsking(true);
    else save.mutate({ agentStatus: value, reason: '' });
  };
  const handleAway = () => {
    save.mutate({ agentStatus: agentStatuses.away, reason: reason.trim() }, { onSuccess: () => setAsking(false) });
  };
  return (
    <>
      <Menu position="bottom-start" width={180}>
        <Menu.Target>
          <UnstyledButton className={classes.status} aria-label={`${t('status')}: ${label}`}>
            <span className={classes.statusDot} data-status={data?.agentStatus} aria-hidden />
            <span className={classes.statusWords}>{label}</span>
            <IconChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {states.map(({ value, word }) => (
            <Menu.Item
              key={value}
              leftSection={<span className={classes.statusDot} data-status={value} aria-hidden />}
              onClick={() => handleChoose(value)}
            >
              {t(word)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
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
}
