import { Button, Skeleton, Stack } from '@mantine/core';
import type { SqlAccess, SqlAccessMade } from '@parley/contract';
import { IconDatabase } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { ErrorState } from '../../../../components/error-state.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { SecretDialog } from '../../../../components/secret-dialog.tsx';
import { openDialog } from '../../../../lib/dialogs.ts';
import { tellFailure } from '../../../../lib/tell-failure.tsx';
import { useWords } from '../../../../lib/words.ts';
import { sqlWords } from '../../../../locales/sql.ts';
import { sqlQuery, useRenew, useTurnOff, useTurnOn } from './sql.queries.ts';
import { SqlExamples } from './sql-examples.tsx';
import { SqlLog } from './sql-log.tsx';
import { SqlLogins } from './sql-logins.tsx';
import { SqlObstacle } from './sql-obstacle.tsx';

/** The login with which the enterprise's own programs read its figures, and what they ask. */
export function SqlPanel() {
  const access = useQuery(sqlQuery);
  if (access.data) return <Access access={access.data} />;
  if (access.isError) return <ErrorState error={access.error} onRetry={() => void access.refetch()} />;
  return <Skeleton height={420} radius="md" />;
}

function Access({ access }: { access: SqlAccess }) {
  const say = useWords(sqlWords.panel);
  const [made, setMade] = useState<SqlAccessMade>();
  const isOn = access.logins.length > 0;
  return (
    <Stack gap="md">
      <Panel title={say('title')} text={say('hint')} actions={isOn ? <Actions access={access} onMade={setMade} /> : null}>
        {access.obstacle ? <SqlObstacle obstacle={access.obstacle} remedy={access.remedy} /> : null}
        {isOn ? <SqlLogins access={access} /> : null}
        {isOn || access.obstacle ? null : <Off onMade={setMade} />}
      </Panel>
      {isOn ? <SqlExamples access={access} /> : null}
      {isOn ? <SqlLog /> : null}
      {made ? (
        <SecretDialog
          title={say('passwordOf', { login: made.logins[0]?.login ?? '' })}
          secret={made.password}
          onClose={() => setMade(undefined)}
        />
      ) : null}
    </Stack>
  );
}

type OnMade = { onMade: (made: SqlAccessMade) => void };

function Off({ onMade }: OnMade) {
  const say = useWords(sqlWords.panel);
  const turnOn = useTurnOn();
  return (
    <EmptyState
      icon={IconDatabase}
      title={say('off')}
      text={say('offText')}
      action={
        <Button loading={turnOn.isPending} onClick={() => turnOn.mutate(undefined, { onSuccess: onMade, onError: tellFailure })}>
          {say('turnOn')}
        </Button>
      }
    />
  );
}

function Actions({ access, onMade }: { access: SqlAccess } & OnMade) {
  const say = useWords(sqlWords.panel);
  const [renew, turnOff] = [useRenew(), useTurnOff()];
  const handleRenew = async () => {
    const text = say('renewText', { login: access.logins[0]?.login ?? '' });
    if (await openDialog({ type: 'confirm', title: say('renewTitle'), text, confirm: say('renew') }))
      renew.mutate(undefined, { onSuccess: onMade, onError: tellFailure });
  };
  const handleOff = async () => {
    const asked = { title: say('turnOffTitle'), text: say('turnOffText'), confirm: say('turnOff'), color: 'red' };
    if (await openDialog({ type: 'confirm', ...asked })) turnOff.mutate(undefined, { onError: tellFailure });
  };
  return (
    <>
      <Button variant="default" loading={renew.isPending} disabled={access.obstacle !== null} onClick={() => void handleRenew()}>
        {say('renew')}
      </Button>
      <Button variant="default" c="red" loading={turnOff.isPending} onClick={() => void handleOff()}>
        {say('turnOff')}
      </Button>
    </>
  );
}
