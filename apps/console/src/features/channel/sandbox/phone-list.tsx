import { Badge, Button, Skeleton, Stack, TextInput } from '@mantine/core';
import type { SandboxPhone } from '@parley/contract';
import { IconDeviceMobile, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import classes from './sandbox.module.css';
import { phonesQuery } from './sandbox.queries.ts';

type Props = { channelId: string; search: string; chosen: string; onSearch: (text: string) => void; onChoose: (address: string) => void };

/** The phones that have messages, the last used first, and a way to open one that has none. */
export function PhoneList({ channelId, search, chosen, onSearch, onChoose }: Props) {
  const say = useWords(channelWords.sandbox);
  const phones = useQuery(phonesQuery(channelId, search));
  const [address, setAddress] = useState('');
  const isAddress = /^\+?\d{6,15}$|^\S+@\S+\.\S+$|^[\w:-]{3,64}$/.test(address.trim());

  return (
    <Panel title={say('phones')}>
      <Stack gap="sm">
        <TextInput
          aria-label={say('searchPhones')}
          placeholder={say('searchPhones')}
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
        {phones.data ? (
          <ul className={classes.phones} aria-label={say('phones')}>
            {phones.data.map((phone) => (
              <li key={phone.address}>
                <PhoneRow phone={phone} isChosen={phone.address === chosen} onChoose={() => onChoose(phone.address)} />
              </li>
            ))}
          </ul>
        ) : phones.isError ? (
          <ErrorState error={phones.error} onRetry={() => void phones.refetch()} />
        ) : (
          <Skeleton height={120} radius="md" />
        )}
        {phones.data?.length === 0 ? <EmptyState icon={IconDeviceMobile} title={say('noPhones')} text={say('noPhonesText')} /> : null}
        <form
          className={classes.open}
          onSubmit={(event) => {
            event.preventDefault();
            if (!isAddress) return;
            onChoose(/^\d{6,15}$/.test(address.trim()) ? `+${address.trim()}` : address.trim());
            setAddress('');
          }}
        >
          <TextInput
            label={say('number')}
            description={say('numberHint')}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <Button type="submit" variant="light" leftSection={<IconPlus size={15} aria-hidden />} disabled={!isAddress}>
            {say('newPhone')}
          </Button>
        </form>
      </Stack>
    </Panel>
  );
}

function PhoneRow({ phone, isChosen, onChoose }: { phone: SandboxPhone; isChosen: boolean; onChoose: () => void }) {
  const say = useWords(channelWords.sandbox);
  return (
    <button type="button" className={classes.phoneRow} aria-current={isChosen ? 'true' : undefined} onClick={onChoose}>
      <strong>{phone.name || phone.address}</strong>
      {phone.name ? <span className={classes.dim}>{phone.address}</span> : null}
      <span className={classes.lastText}>{phone.lastText}</span>
      {phone.isOptedOut ? (
        <Badge size="xs" color="orange">
          {say('optedOut')}
        </Badge>
      ) : null}
    </button>
  );
}
