import { Alert, Button, Center, Loader, Stack } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { SessionOut } from '../api.ts';
import { RefsContext } from '../frame/api-context.ts';
import type { Page } from '../frame/page-link.ts';
import { FormEditorContext } from './editor/use-form-editor.ts';
import { useFormSaving } from './editor/use-form-saving.ts';
import type { FormApi, FormDraft } from './form-api.ts';
import { FormApiContext } from './form-api-context.ts';
import { FormDesigner } from './form-designer.tsx';
import { formWords } from './words.ts';

/** @property owner whose browser it is, `eId:uId`: what is unsent is kept for that person */
export type FormSessionProps = { api: FormApi; formId: string; screenId: string | null; owner: string | null; page: Page };

/** Loads the draft, and says why when there is none. */
export function FormSession(props: FormSessionProps) {
  const { api, page } = props;
  const say = useWords(formWords.session);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['form'],
    queryFn: () => api.form(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  useEffect(() => {
    if (error instanceof SessionOut) page.tell({ type: 'sessionOut', data: {} });
    else if (error) page.tell({ type: 'error', data: { code: 'draft', text: error.message } });
  }, [error, page]);
  if (data) return <Editing {...props} draft={data} />;
  return (
    <Center mih="100dvh" p="md">
      {error && !isFetching ? (
        <Stack align="center">
          <Alert color="red">{error instanceof SessionOut ? say('out') : error.message || say('notLoaded')}</Alert>
          <Button variant="default" onClick={() => void refetch()}>
            {say('again')}
          </Button>
        </Stack>
      ) : (
        <Loader aria-label={say('loading')} />
      )}
    </Center>
  );
}

/** Holds what lives as long as the page: the form, and what of it is unsent. */
function Editing({ api, draft, formId, screenId, owner, page }: FormSessionProps & { draft: FormDraft }) {
  const session = useFormSaving({ api, draft, formId, screenId, owner, page });
  return (
    <FormApiContext value={api}>
      <RefsContext value={(kind, search) => (kind === 'attribute' || kind === 'media' ? api.refs(kind, search) : Promise.resolve([]))}>
        <FormEditorContext value={session.editor}>
          <FormDesigner session={session} />
        </FormEditorContext>
      </RefsContext>
    </FormApiContext>
  );
}
