import { Alert, Button, CopyButton, Group, Modal, Stack, Table, Text, Textarea } from '@mantine/core';
import { type EncapLaunch, mostLinks } from '@parley/contract';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { DialogActions, DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { formatNumber, formatReportDate } from '../../../lib/format.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { saveCsv } from '../../bot/shared/save-csv.ts';
import classes from './encap.module.css';
import { useMakeLinks } from './encap.queries.ts';
import { type PeopleFault, readPeople } from './people.ts';

type MakeLinksDialogProps = { encapId: string; launch: EncapLaunch; onClose: () => void };
type Made = { linkId: string; number: string; url: string; expiresOn: string };

const mostFaults = 5;

/** Links of pasted people. Their addresses are secret: they are shown here, once. */
export function MakeLinksDialog({ encapId, launch, onClose }: MakeLinksDialogProps) {
  const say = useWords(encapWords.make);
  const make = useMakeLinks({ encapId, instanceId: launch.id });
  const form = useForm({ initial: { text: '' } });
  // A press that is repeated after a lost answer gives the same links; another text has others.
  const [requestKey, setRequestKey] = useState(() => crypto.randomUUID());
  const { people, columns, faults } = readPeople(form.draft.text);
  const hint =
    people.length === 0
      ? undefined
      : say(columns.length > 0 ? 'found_values' : 'found', {
          count: people.length,
          number: formatNumber(people.length),
          values: columns.join(', '),
          interpolation: { escapeValue: false },
        });
  return (
    <Modal opened onClose={onClose} size="xl" title={say('title', { name: launch.name })} closeOnClickOutside={false}>
      {make.data ? (
        <MadeLinks name={launch.name} links={make.data.links} onClose={onClose} />
      ) : (
        <DialogForm
          submit={say('make', { count: people.length })}
          isBusy={make.isPending}
          isDisabled={people.length === 0 || faults.length > 0}
          hint={hint}
          onCancel={onClose}
          onSubmit={form.submit(() => make.mutate({ people, requestKey }))}
        >
          {make.error ? <SaveFailure error={make.error} /> : null}
          <Textarea
            label={say('people')}
            description={say('peopleHint', { most: formatNumber(mostLinks) })}
            placeholder={say('example')}
            className={classes.pasted ?? ''}
            required
            data-autofocus
            autosize
            minRows={6}
            maxRows={14}
            {...form.field('text')}
            onChange={(event) => {
              form.change({ text: event.currentTarget.value });
              setRequestKey(crypto.randomUUID());
            }}
          />
          {faults.length > 0 ? <Faults faults={faults} /> : null}
        </DialogForm>
      )}
    </Modal>
  );
}

function Faults({ faults }: { faults: readonly PeopleFault[] }) {
  const say = useWords(encapWords.make);
  const shown = faults.slice(0, mostFaults);
  return (
    <Alert color="red" role="alert">
      {shown.map(({ line, fault, text }) => (
        <div key={`${line} ${fault} ${text}`}>
          {say(`fault_${fault}`, { line, text, most: formatNumber(mostLinks), interpolation: { escapeValue: false } })}
        </div>
      ))}
      {faults.length > shown.length ? <div>{say('moreFaults', { count: faults.length - shown.length })}</div> : null}
    </Alert>
  );
}

function MadeLinks({ name, links, onClose }: { name: string; links: readonly Made[]; onClose: () => void }) {
  const say = useWords(encapWords.make);
  const rows = links.map(({ number, url, expiresOn }) => [number, url, formatReportDate(expiresOn)]);
  const heads = [say('number'), say('address'), say('expires')];
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {say('done', { count: links.length, number: formatNumber(links.length) })}
      </Text>
      <Alert color="yellow">{say('onceOnly')}</Alert>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={classes.made} tabIndex={0} aria-label={say('links')}>
        <Table aria-label={say('links')} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              {heads.map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {links.map(({ linkId }, place) => (
              <Table.Tr key={linkId}>
                {(rows[place] ?? []).map((cell) => (
                  <Table.Td key={cell}>{cell}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      <Group gap="xs">
        <CopyButton value={links.map(({ number, url }) => `${number}\t${url}`).join('\n')}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              variant="default"
              leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
              onClick={copy}
            >
              {say(copied ? 'copied' : 'copyAll')}
            </Button>
          )}
        </CopyButton>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => saveCsv(`${name}.csv`, [heads, ...rows])}
        >
          {say('download')}
        </Button>
      </Group>
      <DialogActions submit={undefined} cancel={say('close')} focusOn="cancel" onCancel={onClose} />
    </Stack>
  );
}
