import { Alert, Anchor, Button, Drawer, Stack, Table, Text } from '@mantine/core';
import { type FormAnswerItem, formRevealers, screens } from '@parley/contract';
import { IconEye } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { FactList } from '../../../components/fact-list.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { formatTimestamp } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { formWords } from '../../../locales/form.ts';
import { useCan, useMayOpen } from '../../account/shared/me.ts';
import { describeSeconds } from './describe-seconds.ts';
import classes from './form.module.css';
import { useRevealAnswer } from './form.queries.ts';

type AnswerPanelProps = { formId: string; answer: FormAnswerItem | undefined; onClose: () => void };

/** The whole of one answer: its values, when and on which faces it came, and what was not written into the customer. */
export function AnswerPanel({ formId, answer, onClose }: AnswerPanelProps) {
  const say = useWords(formWords.answers);
  return (
    <Drawer
      opened={answer !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={answer ? say('answerOf', { name: answer.customerName || say('unnamed'), interpolation: { escapeValue: false } }) : ''}
    >
      {answer ? <Whole key={answer.id} formId={formId} answer={answer} /> : null}
    </Drawer>
  );
}

function Whole({ formId, answer }: { formId: string; answer: FormAnswerItem }) {
  const say = useWords(formWords.answers);
  const reveal = useRevealAnswer();
  const canReveal = useCan(formRevealers) && !answer.isErased && answer.values.some(({ isHidden }) => isHidden);
  const handleReveal = async () => {
    const isSure = await openDialog({ type: 'confirm', title: say('revealTitle'), text: say('revealText'), confirm: say('reveal') });
    if (isSure) reveal.mutate({ formId, answerId: answer.id });
  };
  const values = reveal.data?.values ?? answer.values;
  return (
    <Stack gap="md">
      <FactList
        facts={[
          [say('time'), formatTimestamp(answer.at)],
          [say('took'), describeSeconds(answer.seconds, say)],
          [say('version'), String(answer.number)],
          [say('face'), answer.faces.map((face) => say(`face_${face}`)).join(', ')],
          [say('environment'), say(`environment_${answer.environment}`)],
          [say('stream'), answer.streamName],
        ]}
      />
      <Ways answer={answer} />
      {answer.isErased ? (
        <Alert color="gray">{say('erasedText')}</Alert>
      ) : (
        <section aria-label={say('values')}>
          <dl className={classes.values}>
            {values.map(({ field, label, text, isHidden }) => (
              <div key={field}>
                <dt>{label}</dt>
                <dd dir="auto" data-hidden={isHidden || undefined}>
                  {text}
                </dd>
              </div>
            ))}
          </dl>
          {values.length === 0 ? (
            <Text size="sm" c="dimmed">
              {say('nothingSaid')}
            </Text>
          ) : null}
        </section>
      )}
      {reveal.error ? <SaveFailure error={reveal.error} /> : null}
      {canReveal && !reveal.data ? (
        <div>
          <Button
            variant="default"
            leftSection={<IconEye size={16} aria-hidden />}
            loading={reveal.isPending}
            onClick={() => void handleReveal()}
          >
            {say('reveal')}
          </Button>
        </div>
      ) : null}
      <Conflicts conflicts={answer.conflicts} />
    </Stack>
  );
}

/** Links to the person and to their walk, for those who may open them. */
function Ways({ answer: { customerId, customerName, instanceId } }: { answer: FormAnswerItem }) {
  const say = useWords(formWords.answers);
  const mayOpenCustomers = useMayOpen(screens.customers);
  const mayOpenWalks = useMayOpen(screens.journeyMonitor);
  const showsCustomer = customerId !== '' && mayOpenCustomers;
  const showsWalk = instanceId !== '' && mayOpenWalks;
  if (!showsCustomer && !showsWalk) return null;
  return (
    <div className={classes.ways}>
      {showsCustomer ? (
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/customer-master/customers/view/$customerId" params={{ customerId }} {...props} />}
        >
          {say('openCustomer', { name: customerName || say('unnamed'), interpolation: { escapeValue: false } })}
        </Anchor>
      ) : null}
      {showsWalk ? (
        <Anchor size="sm" renderRoot={(props) => <Link to="/journey/monitor/$instanceId" params={{ instanceId }} {...props} />}>
          {say('openWalk')}
        </Anchor>
      ) : null}
    </div>
  );
}

/** Values that had changed since the form was opened, and therefore stayed as they were. */
function Conflicts({ conflicts }: Pick<FormAnswerItem, 'conflicts'>) {
  const say = useWords(formWords.answers);
  if (conflicts.length === 0) return null;
  return (
    <section aria-label={say('conflicts')}>
      <h3 className={classes.heading}>{say('conflicts')}</h3>
      <Text size="sm" c="dimmed" mb="xs">
        {say('conflictsText')}
      </Text>
      <Table.ScrollContainer minWidth={380} type="native" tabIndex={0}>
        <Table aria-label={say('conflicts')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{say('attribute')}</Table.Th>
              <Table.Th>{say('had')}</Table.Th>
              <Table.Th>{say('now')}</Table.Th>
              <Table.Th>{say('said')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {conflicts.map(({ attributeId, name, had, now, said }) => (
              <Table.Tr key={attributeId}>
                <Table.Th scope="row">{name}</Table.Th>
                {[had, now, said].map((value, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the three stand in a fixed order
                  <Table.Td key={place} dir="auto">
                    {value || '–'}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}
