import { Anchor, Button, Group, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { type FormItem, formAnswerReaders, formEditors } from '@parley/contract';
import { IconExternalLink, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { formatLanguage } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { formWords } from '../../../locales/form.ts';
import { useCan } from '../../account/shared/me.ts';
import { BackLink } from '../shared/back-link.tsx';
import { AnswersTab } from './answers-tab.tsx';
import { FiguresTab } from './figures-tab.tsx';
import { formQuery, type WholeForm } from './form.queries.ts';
import { FormSearch, type FormTab, formTabs } from './form.search.ts';
import type { OpenDialog } from './form-dialog.tsx';
import { formDesignerPath } from './form-link.ts';
import { FormStanding } from './form-standing.tsx';
import { useFormMenu } from './use-form-menu.ts';
import { UsesTab } from './uses-tab.tsx';
import { VersionsTab } from './versions-tab.tsx';

const FormDialog = late(() => import('./form-dialog.tsx').then((module) => module.FormDialog));

/** One form: what people answered, how far they came, its versions, and the streams that ask with it. */
export function FormPage() {
  const say = useWords(formWords.one);
  const { formId = '' } = useParams({ strict: false });
  const form = useQuery(formQuery(formId));
  return (
    <div>
      <BackLink to="/encaps/forms">{say('back')}</BackLink>
      {form.data ? (
        <Loaded form={form.data} />
      ) : form.isError ? (
        <ErrorState error={form.error} onRetry={() => void form.refetch()} />
      ) : (
        <Stack gap="md" mt="md">
          <Skeleton height={72} radius="md" />
          <Skeleton height={240} radius="md" />
        </Stack>
      )}
    </div>
  );
}

function Loaded({ form }: { form: WholeForm }) {
  const say = useWords(formWords.one);
  const navigate = useNavigate();
  const { search, change, filter } = useAddressState(FormSearch);
  const [open, setOpen] = useState<OpenDialog>();
  const canRead = useCan(formAnswerReaders);
  const tabs: readonly FormTab[] = canRead ? formTabs : formTabs.filter((tab) => tab === 'versions' || tab === 'uses');
  const tab = tabs.find((known) => known === search.tab) ?? tabs[0] ?? 'versions';
  return (
    <>
      <PageHeader title={form.name} subtitle={<Standing form={form} />} actions={<Actions form={form} onOpen={setOpen} />} />
      <Tabs value={tab} onChange={(next) => change({ tab: tabs.find((known) => known === next) ?? tab, answer: '' })} keepMounted={false}>
        <Tabs.List aria-label={say('tabs')} mb="md">
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {say(`tab_${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="answers">
          <AnswersTab form={form} search={search} change={change} filter={filter} />
        </Tabs.Panel>
        <Tabs.Panel value="figures">
          <FiguresTab form={form} search={search} filter={filter} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <VersionsTab form={form} shown={search.shown} onShow={(shown) => change({ shown })} />
        </Tabs.Panel>
        <Tabs.Panel value="uses">
          <UsesTab usedIn={form.usedIn} />
        </Tabs.Panel>
      </Tabs>
      <Suspense>
        {open ? <FormDialog open={open} onClose={() => setOpen(undefined)} onGone={() => void navigate({ to: '/encaps/forms' })} /> : null}
      </Suspense>
    </>
  );
}

function Standing({ form }: { form: FormItem }) {
  const say = useWords(formWords.list);
  const parts = [
    say('screenCount', { count: form.screens }),
    say('fieldCount', { count: form.fields }),
    form.languages.map((one) => formatLanguage(one)).join(', '),
  ];
  return (
    <Group gap={8} component="span" mt={4}>
      <FormStanding {...form} />
      <Text component="span" size="sm">
        {parts.join(' · ')}
      </Text>
      {form.pageUrl === '' ? null : (
        <Anchor href={form.pageUrl} target="_blank" rel="noreferrer" size="sm">
          <Group gap={4} component="span">
            <IconExternalLink size={14} aria-hidden />
            {say('pageIsOpen')}
          </Group>
        </Anchor>
      )}
    </Group>
  );
}

function Actions({ form, onOpen }: { form: FormItem; onOpen: (dialog: OpenDialog) => void }) {
  const say = useWords(formWords.list);
  const canEdit = useCan(formEditors);
  const { publish, page, others } = useFormMenu(onOpen)(form);
  return (
    <>
      {page ? (
        <Button variant="default" onClick={page.onClick}>
          {page.label}
        </Button>
      ) : null}
      {publish ? (
        <Button variant="default" onClick={publish.onClick}>
          {publish.label}
        </Button>
      ) : null}
      {canEdit ? (
        <Button
          renderRoot={(props) => <Link to={formDesignerPath(form.id)} {...props} />}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {say('edit')}
        </Button>
      ) : null}
      {others.length > 0 ? <RowMenu label={say('actionsOf', { name: form.name })} actions={others} /> : null}
    </>
  );
}
