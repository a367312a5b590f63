import { Skeleton, Stack } from '@mantine/core';
import { templateKindOf } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { ErrorState } from '../../../components/error-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { templateQuery } from '../shared/template.queries.ts';
import { TemplateSearch } from './template.search.ts';
import { TemplateForm } from './template-form.tsx';

/** The builder: of a new template, or of one that is there. */
export function TemplatePage() {
  const say = useWords(channelWords.template);
  const { templateId = '' } = useParams({ strict: false });
  const { tab } = TemplateSearch.parse(useSearch({ strict: false }));
  const isNew = templateId === 'create';
  const template = useQuery({
    ...templateQuery(templateId),
    enabled: !isNew,
    // A vendor's answer comes by itself.
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? 3000 : false),
  });
  if (isNew) return <TemplateForm key="create" kind={tab} template={undefined} />;
  if (template.data) {
    const { id, status } = template.data;
    return <TemplateForm key={`${id} ${status}`} kind={templateKindOf(template.data.channelType) ?? 'whatsapp'} template={template.data} />;
  }
  if (template.isError) return <ErrorState error={template.error} title={say('couldNotLoad')} onRetry={() => void template.refetch()} />;
  return (
    <Stack gap="md">
      <Skeleton height={72} radius="md" />
      <Skeleton height={320} radius="md" />
    </Stack>
  );
}
