import { Button, List, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../../components/error-state.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { useWords } from '../../../../lib/words.ts';
import { channelWords } from '../../../../locales/channel.ts';
import { FormDialog } from './form-dialog.tsx';
import { useAskable } from './form-fields.tsx';
import { siteFormQuery } from './website.queries.ts';

type Props = { channelId: string; canEdit: boolean };

/** The form that the website asks before a chat. */
export function FormPanel({ channelId, canEdit }: Props) {
  const say = useWords(channelWords.siteForm);
  const { data, error, refetch } = useQuery(siteFormQuery(channelId));
  const askable = useAskable();
  const [isOpen, setOpen] = useState(false);
  const edit =
    canEdit && data ? (
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {say('edit')}
      </Button>
    ) : null;
  return (
    <Panel title={say('title')} text={say('hint')} actions={edit}>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={40} radius="md" /> : null}
      {data ? (
        <>
          <Text size="sm">{say(`when_${data.when}`)}</Text>
          {data.when === 'never' ? null : (
            <List size="sm" mt="xs">
              {data.fields.map(({ kind, attributeId, label, isRequired }) => {
                const id = kind === 'own' ? attributeId : kind;
                const name = label || askable.find(({ value }) => value === id)?.label || say('unknownField');
                return <List.Item key={id}>{isRequired ? say('requiredField', { name }) : name}</List.Item>;
              })}
              {data.consent ? <List.Item>{say('consentOf', { text: data.consent })}</List.Item> : null}
            </List>
          )}
        </>
      ) : null}
      {isOpen && data ? <FormDialog channelId={channelId} form={data} onClose={() => setOpen(false)} /> : null}
    </Panel>
  );
}
