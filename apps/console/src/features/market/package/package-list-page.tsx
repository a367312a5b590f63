import { Button } from '@mantine/core';
import { packageIndustries, packageKeepers, packageKinds, packageStandings } from '@parley/contract';
import { IconPackage, IconPackageExport, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { CardList } from '../../../components/card-list.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { tileList } from '../../../components/tile.tsx';
import { formatLanguage } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { packageWords } from '../../../locales/package.ts';
import { useCan } from '../../account/shared/me.ts';
import { packageListQuery, packagePage } from './package.queries.ts';
import { noPackageListSearch, PackageListSearch } from './package.search.ts';
import { PackageTile } from './package-tile.tsx';

const UploadDialog = late(() => import('./upload-dialog.tsx').then((module) => module.UploadDialog));
const MakeDialog = late(() => import('./make-dialog.tsx').then((module) => module.MakeDialog));
const PublishersDialog = late(() => import('./publishers-dialog.tsx').then((module) => module.PublishersDialog));

/** Languages to choose from before any package has been read. */
const usualLanguages = ['en', 'hi'];

/** Packages that come with the product, were uploaded or made here (screens 7.4). */
export function PackageListPage() {
  const say = useWords(packageWords.list);
  const sayKinds = useWords(packageWords.kinds);
  const sayIndustry = useWords(packageWords.industry);
  const { search, filter } = useAddressState(PackageListSearch);
  const list = useQuery(packageListQuery(search));
  const isKeeper = useCan(packageKeepers);
  const [open, setOpen] = useState<'upload' | 'make' | 'publishers'>();
  const handleClose = () => setOpen(undefined);
  const rows = list.data?.packages;
  const { from, ...filters } = search;
  const languages = [...new Set([...usualLanguages, ...(rows ?? []).flatMap((row) => row.languages), search.language])].filter(Boolean);
  const uploadButton = (
    <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setOpen('upload')}>
      {say('upload')}
    </Button>
  );
  return (
    <div>
      <PageHeader
        title={say('title')}
        subtitle={say('subtitle')}
        actions={
          isKeeper ? (
            <>
              <Button variant="default" onClick={() => setOpen('publishers')}>
                {say('publishers')}
              </Button>
              <Button variant="default" leftSection={<IconPackageExport size={16} aria-hidden />} onClick={() => setOpen('make')}>
                {say('make')}
              </Button>
              {uploadButton}
            </>
          ) : null
        }
      />
      <FilterBar>
        <SearchBox
          aria-label={say('searchName')}
          placeholder={say('searchName')}
          maxLength={120}
          value={search.name}
          onSearch={(name) => filter({ name }, { isReplacing: true })}
        />
        <FilterSelect
          isLabelHidden
          label={say('kind')}
          all={say('allKinds')}
          value={search.kind}
          data={packageKinds.map((kind) => ({ value: kind, label: sayKinds(kind) }))}
          onChange={(kind) => filter({ kind })}
        />
        <FilterSelect
          isLabelHidden
          label={say('industry')}
          all={say('allIndustries')}
          value={search.industry}
          data={packageIndustries.map((industry) => ({ value: industry, label: sayIndustry(industry) }))}
          onChange={(industry) => filter({ industry })}
        />
        <FilterSelect
          isLabelHidden
          label={say('language')}
          all={say('allLanguages')}
          value={search.language}
          data={languages.map((language) => ({ value: language, label: formatLanguage(language) }))}
          onChange={(language) => filter({ language })}
        />
        <FilterSelect
          isLabelHidden
          label={say('standing')}
          all={say('allStandings')}
          value={search.standing}
          data={packageStandings.map((standing) => ({ value: standing, label: say(`standing_${standing}`) }))}
          onChange={(standing) => filter({ standing })}
        />
      </FilterBar>
      <CardList
        label={say('title')}
        className={tileList}
        query={list}
        rows={rows}
        getRowId={({ id }) => id}
        card={(item) => <PackageTile item={item} />}
        loading={{ count: 6, height: 200 }}
        isFetching={list.isPlaceholderData}
        isFiltered={Object.values(filters).some((value) => value !== '')}
        onClearFilters={() => filter(noPackageListSearch)}
        empty={
          <EmptyState icon={IconPackage} title={say('emptyTitle')} text={say('emptyText')} action={isKeeper ? uploadButton : undefined} />
        }
      />
      {from > 0 || list.data?.more ? (
        <ListPager
          from={from}
          perPage={packagePage}
          rowCount={rows?.length ?? 0}
          hasMore={list.data?.more ?? false}
          isFetching={list.isPlaceholderData}
          onChange={(next) => filter({ from: next })}
        />
      ) : null}
      <Suspense>
        {open === 'upload' ? <UploadDialog onClose={handleClose} /> : null}
        {open === 'make' ? <MakeDialog onClose={handleClose} /> : null}
        {open === 'publishers' ? <PublishersDialog onClose={handleClose} /> : null}
      </Suspense>
    </div>
  );
}
