import { rmSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { takeLease } from '#platform/jobs/lease.ts';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { dayToCome, farZones, roundDay } from '../../../../test/far-zones.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';
import { upload } from '../../../../test/upload.ts';

const app = await sharedApp();
const { as, stranger, makeUser } = app;
const book = createPhoneBook(app);
const { imports, phoneBook } = endpoints;

const makeOperator = async () =>
  makeUser({ enterprise: await app.makeEnterprise({ country: 'IN', timeZone: 'Asia/Kolkata' }), name: 'Omar' });
const three = 'Name,Phone Number,City\nAsha,+919820000001,Pune\nRavi,+919820000002,Goa\nMeera,+919820000003,Agra\n';

test('ATTR-031 IMPORT-036 IMPORT-037 the first post answers an upload id, the headers and what is proposed for them', async () => {
  const user = await makeOperator();
  await book.makeAttribute(user, 'city', { fieldLabel: 'Home town' });
  await book.makeAttribute(user, 'handle', { category: 'social_details' });
  const parsed = await book.parse(user, 'Full Name;Mobile;City;Mobile;;Notes\nAsha;9820000001;Pune;x;y;z\n');
  expect(parsed).toMatchObject({
    parsedHeaders: { userHeaders: ['Full Name', 'Mobile', 'City', 'Mobile (2)', 'Column 5', 'Notes'] },
    delimiter: ';',
    encoding: 'utf-8',
    country: 'IN',
    sampleRows: [['Asha', '9820000001', 'Pune', 'x', 'y', 'z']],
    proposal: [
      { src: 'Mobile', des: 'phoneNumber' },
      { src: 'Full Name', des: 'name' },
      { src: 'City', des: 'city' },
    ],
  });
  // Social details are offered nowhere.
  expect(parsed.parsedHeaders.systemHeaders.at(-1)).toBe('city');
  expect((await as(user).get(imports.list.path)).json().data).toEqual({ customerCSVs: [], hasMore: false });
});

test('headers as people and our own exports write them are paired by themselves, and numbers in any usual writing are read', async () => {
  const user = await makeOperator();
  const pairs = async (header: string) =>
    (await book.parse(user, `${header}\nx\n`)).proposal.map(({ src, des }: { src: string; des: string }) => `${src}=${des}`);
  for (const phone of ['Mobile No.', 'Mobile Number', 'Phone #', 'Phone No', 'Contact No.', 'Cell', 'Telephone', 'Mobile', 'मोबाइल नंबर'])
    expect(await pairs(phone)).toEqual([`${phone}=phoneNumber`]);
  expect(await pairs('First Name,Middle Name,Last Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value')).toEqual([
    'Phone 1 - Value=phoneNumber',
    'First Name=name',
    'E-mail 1 - Value=emailId',
  ]);
  expect(await pairs('E-mail,WhatsApp No.,Customer Name,First Name')).toEqual([
    'Customer Name=name',
    'WhatsApp No.=whatsAppNumber',
    'E-mail=emailId',
  ]);
  const file = 'Name,Mobile No.\nAsha,(+91) 98 2000-0001\nRavi,098200 00002\nMeera,98200 00003\nNina,tel:+919820000004\nOm,९८२००००००५\n';
  expect(await book.importCsv(user, file)).toMatchObject({ acceptedLines: 5, errorLines: 0 });
  expect((await book.people(user)).map(([, number]) => number)).toEqual([5, 4, 3, 2, 1].map((digit) => `+91982000000${digit}`));
});

test('IMPORT-030 IMPORT-031 IMPORT-033 IMPORT-034 IMPORT-038 IMPORT-043 IMPORT-051 a mapped file becomes customers, in the order of the file', async () => {
  const user = await makeOperator();
  const city = await book.makeAttribute(user, 'City');
  const parsed = await book.parse(user, three);
  const answer = (await book.submit(user, parsed)).json();
  expect(answer).toMatchObject({
    status: true,
    message: 'Uploaded Succesfully',
    data: { customerCSV: { state: 'WAITING', file: { name: 'customers.csv' } } },
  });
  const done = await book.settled(user, parsed.uploadId);
  expect(done).toMatchObject({
    state: 'COMPLETED',
    totalLines: 3,
    acceptedLines: 3,
    errorLines: 0,
    createdCount: 3,
    progress: 1,
    createdBy: 'Omar',
  });
  expect(await book.people(user)).toEqual([
    ['Meera', '+919820000003'],
    ['Ravi', '+919820000002'],
    ['Asha', '+919820000001'],
  ]);
  const [meera] = (await book.page(user)).customers;
  expect((await book.getCustomer(user, meera?.id ?? '')).data).toEqual([{ id: city._id, value: 'Agra' }]);
});

test('IMPORT-029 IMPORT-030 IMPORT-031 IMPORT-032 IMPORT-041 IMPORT-042 every refused row is listed with its line and all of its reasons', async () => {
  const user = await makeOperator();
  await book.makeAttribute(user, 'Age', { inputType: 'number', mandatory: true, validations: [{ id: 'maxValue', value: 3 }] });
  const parsed = await book.parse(
    user,
    [
      'Name,Phone Number,Age,Email',
      'Asha,+919820000001,30,asha@example.com',
      ',9.19E+11,1e9,nobody',
      '"Line',
      'break",12,7,',
      '',
      'Short,+919820000002',
      'Long,+919820000003,4,,extra',
      'Quote"d,+919820000004,4,',
      ',,,',
      'Ravi,+919820000001,31,',
      'Blank,+919820000005,  ,',
      'Fine,98200 00006,1000,',
    ].join('\r\n'),
  );
  await book.submit(user, parsed);
  const done = await book.settled(user, parsed.uploadId);
  expect(await book.faults(user, parsed.uploadId)).toEqual([
    [
      3,
      'The phone number has lost its digits in a spreadsheet',
      'Email must be an e-mail address',
      'Age: 1e9 has lost its digits in a spreadsheet',
      'Name is required',
    ],
    [4, 'Phone Number: This is not a phone number'],
    // Cells that a row leaves out at its end are empty; here one is needed.
    [7, 'Age is required'],
    [8, 'The row has 5 cells, the header has 4'],
    [9, 'A quote is not closed, or stands in the middle of a cell'],
    [11, 'The phone number occurs earlier in the file'],
    [12, 'Whitespace only present in the field - Age'],
    [13, 'Age: Maximum length must be 3 characters.'],
  ]);
  // The row of separators says nothing and is no line of the file's data.
  expect(done).toMatchObject({
    uploadId: parsed.uploadId,
    file: { name: 'customers.csv' },
    state: 'COMPLETED',
    totalLines: 9,
    acceptedLines: 1,
    errorLines: 8,
    completedTimeStr: expect.stringMatching(/^\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2} [AP]M$/),
  });
  const [first] = await book.listErrors(user, parsed.uploadId);
  expect(first).toMatchObject({ lineNumber: 3, lineStr: ',9.19E+11,1e9,nobody', cells: ['', '9.19E+11', '1e9', 'nobody'] });
});

test('files of Google Contacts, Outlook and spreadsheets are read as they come: parts of names, several numbers, short rows, a named delimiter', async () => {
  const files: [name: string, file: string, people: [string, string][], errorLines: number][] = [
    [
      'Google, new',
      'First Name,Middle Name,Last Name,E-mail 1 - Value,Phone 1 - Value\nMeera,,Das,meera@example.com,+91 98764 10001\n',
      [['Meera Das', '+919876410001']],
      0,
    ],
    [
      'Google, old',
      'Name,Given Name,Family Name,E-mail 1 - Value,Phone 1 - Value\nAsha Rao,Asha,Rao,a@example.com ::: b@example.com,+91 98763 10001 ::: +91 98763 20001\n',
      [['Asha Rao', '+919876310001']],
      0,
    ],
    [
      'Outlook',
      'Name,Mobile Phone,E-mail Address,Notes\nA One,+91 98765 10001,a@example.com,two\nB Two,+91 98765 20001\nD Four,+91 98765 40001,d@example.com,,surplus\n',
      [
        ['B Two', '+919876520001'],
        ['A One', '+919876510001'],
      ],
      1,
    ],
    ['sep', '\ufeffsep=;\r\nName;Phone;Email\r\nSep, Two;+91 98766 20001;\r\n', [['Sep, Two', '+919876620001']], 0],
    [
      'cells',
      'Name,Phone\nRob "Bob" Ray,+91 98767 40001\n"Quo, Te", "+91 98767 20001"\nSheet,"=""+919876720002"""\nLead,p:+919876720003\n',
      [
        ['Lead', '+919876720003'],
        ['Sheet', '+919876720002'],
        ['Quo, Te', '+919876720001'],
        ['Rob "Bob" Ray', '+919876740001'],
      ],
      0,
    ],
  ];
  for (const [name, file, people, errorLines] of files) {
    const user = await makeOperator();
    const done = await book.importCsv(user, file);
    expect([name, done.acceptedLines, done.errorLines, await book.people(user)]).toEqual([name, people.length, errorLines, people]);
  }
  const user = await makeOperator();
  const two = await book.importCsv(
    user,
    'Name,Phone\nTwo,98768 30001 / 98768 40001\nNone,98768 30001 / 7\nAgain,"98768 30001, 98768 40001"\n',
  );
  expect(await book.faults(user, two.uploadId)).toEqual([
    [2, 'There is more than one phone number. Keep one of them'],
    [3, 'Phone Number: This is not a phone number'],
    [4, 'There is more than one phone number. Keep one of them'],
  ]);
});

test('values are read as spreadsheets write them: fractions of whole numbers, commas of thousands, days as serial numbers or in one order', async () => {
  const user = await makeOperator();
  const age = await book.makeAttribute(user, 'Age', { inputType: 'number' });
  const rate = await book.makeAttribute(user, 'Rate', { inputType: 'decimal' });
  const born = await book.makeAttribute(user, 'Born', { fieldType: 'date' });
  const rows = [
    'Name,Phone Number,Age,Rate,Born',
    'Asha,919820000001.0,30.0,"1,234.50",46053',
    'Ravi,+919820000002,"12,34,567","1,00,000.25",05/04/2026',
    'Meera,+919820000003,12.5,"1,234",31/12/2025',
    'Nina,+919820000004,"1,234.00",7.0,2026',
  ];
  const parsed = await book.parse(user, rows.join('\n'));
  expect(parsed.unclearDates).toEqual([{ header: 'Born', example: '05/04/2026', order: 'day' }]);
  expect(parsed.systemFields.at(-1)).toEqual({ name: 'Born', label: 'Born', mandatory: false, isDate: true });
  await book.submit(user, parsed, { dateOrder: 'month' });
  await book.settled(user, parsed.uploadId);
  // 1,234 of a decimal number may be 1.234, and 2026 is rather a year: neither is guessed.
  expect(await book.faults(user, parsed.uploadId)).toEqual([
    [4, 'Age must be a whole number', 'Rate must be a number'],
    [5, 'Born: 2026 is not a date such as 2026-01-31'],
  ]);
  const valuesOf = async (number: string) => {
    const [found] = (await book.page(user, `search=${number}`)).customers;
    const { phoneNumber, data } = await book.getCustomer(user, found?.id ?? '');
    const of = (id: string) => data.find((one: { id: string; value: string }) => one.id === id)?.value;
    return [phoneNumber, of(age._id), of(rate._id), of(born._id)];
  };
  expect(await valuesOf('9820000001')).toEqual(['+919820000001', '30', '1234.50', '2026-01-31']);
  expect(await valuesOf('9820000002')).toEqual(['+919820000002', '1234567', '100000.25', '2026-05-04']);
});

test('dates that can be two days are refused where nobody has said their order, and mended together once somebody does', async () => {
  const user = await makeOperator();
  const born = await book.makeAttribute(user, 'Born', { fieldType: 'date' });
  const file = 'Name,Phone Number,Born\nAsha,+919820000001,05/04/2026\nRavi,+919820000002,06/04/2026\n';
  const { uploadId } = await book.importCsv(user, file);
  expect((await book.faults(user, uploadId))[0]).toEqual([
    2,
    'Born: 05/04/2026 can be two dates. Write the year first, such as 2026-01-31',
  ]);
  const mend = { kind: `value.date_ambiguous ${born._id}`, fix: { how: 'dates', order: 'day' } };
  expect((await as(user).put(book.at(imports.repairKind.path, uploadId), mend)).json().data).toMatchObject({ acceptedCount: 2 });
  expect((await book.page(user)).customers.map(({ name }) => name)).toEqual(['Ravi', 'Asha']);
  const [ravi] = (await book.page(user)).customers;
  expect((await book.getCustomer(user, ravi?.id ?? '')).data).toEqual([{ id: born._id, value: '2026-04-06' }]);
});

test('wrong values that nobody needs are left out where that is asked, counted by field, and wrong needed ones refuse their rows', async () => {
  const user = await makeOperator();
  const plan = await book.makeAttribute(user, 'Plan', { mandatory: true, inputType: 'number' });
  const born = await book.makeAttribute(user, 'Born', { fieldType: 'date' });
  await book.importCsv(user, 'Name,Phone Number,Email,Plan,Born\nAsha,+919820000001,asha@example.com,1,1990-01-31\n');
  const file = [
    'Name,Phone Number,Email,Plan,Born,WhatsApp Consent',
    'Asha Rao,+919820000001,nobody,2,soon,',
    'Ravi,+919820000002,nobody,3,1990-02-28,',
    'Meera,+919820000003,nobody,none,soon,',
    'Nina,12,nobody,4,soon,',
    'Om,+919820000005,om@example.com,5,,perhaps',
  ].join('\n');
  const done = await book.importCsv(user, file, { replace: true, leaveOutInvalid: true });
  const left = [
    { field: 'emailId', label: 'Email', count: 2, lines: [2, 3] },
    { field: born._id, label: 'Born', count: 1, lines: [2] },
  ];
  expect(done).toMatchObject({ acceptedLines: 2, errorLines: 3, leavesOut: true, leftOut: left });
  expect(await book.faults(user, done.uploadId)).toEqual([
    [4, 'Plan must be a whole number'],
    [5, 'Phone Number: This is not a phone number'],
    [6, 'WhatsApp Consent must be Granted, Refused or Never asked'],
  ]);
  // A value that is left out takes no old one away.
  const [ravi, asha] = (await book.page(user)).customers;
  expect(await book.getCustomer(user, ravi?.id ?? '')).toMatchObject({ name: 'Ravi', emailId: '' });
  expect(await book.getCustomer(user, asha?.id ?? '')).toMatchObject({
    name: 'Asha Rao',
    emailId: 'asha@example.com',
    data: [
      { id: plan._id, value: '2' },
      { id: born._id, value: '1990-01-31' },
    ],
  });
  const cells = ['Meera', '+919820000003', 'nobody', '6', '', ''];
  await as(user).put(book.at(imports.repair.path, done.uploadId), { lines: [{ lineNumber: 4, cells }] });
  expect((await book.getUpload(user, done.uploadId)).leftOut).toEqual([{ ...left[0], count: 3, lines: [2, 3, 4] }, left[1]]);
});

test('a field that is made after the file was read is filled by the mapping that names it', async () => {
  const user = await makeOperator();
  const parsed = await book.parse(user, three);
  expect(parsed.proposal.map(({ des }) => des)).toEqual(['phoneNumber', 'name']);
  const town = await book.makeAttribute(user, 'Town');
  await book.submit(user, parsed, { headerMapping: [...parsed.proposal, { src: 'City', des: 'Town' }] });
  expect(await book.settled(user, parsed.uploadId)).toMatchObject({ acceptedLines: 3, errorLines: 0 });
  const [meera] = (await book.page(user)).customers;
  expect((await book.getCustomer(user, meera?.id ?? '')).data).toEqual([{ id: town._id, value: 'Agra' }]);
});

test('a file in any encoding, with or without a mark, reads the same', async () => {
  const text = 'Name,Phone Number\nJosé Ávila,+919820000001\n';
  const wide = (value: string) => Buffer.from(value, 'utf16le');
  const files: [string, Buffer][] = [
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['utf-16le', wide(`\ufeff${text}`)],
    ['utf-16le', wide(text)],
    ['utf-16be', wide(`\ufeff${text}`).swap16()],
    ['windows-1252', Buffer.from(text, 'latin1')],
  ];
  for (const [encoding, bytes] of files) {
    const user = await makeOperator();
    const parsed = await book.parse(user, bytes);
    expect(parsed).toMatchObject({ encoding, parsedHeaders: { userHeaders: ['Name', 'Phone Number'] } });
    await book.submit(user, parsed);
    expect(await book.settled(user, parsed.uploadId)).toMatchObject({ state: 'COMPLETED', acceptedLines: 1 });
    expect(await book.people(user)).toEqual([['José Ávila', '+919820000001']]);
  }
});

test('IMPORT-013 IMPORT-014 a file that is no CSV is refused, whatever it is called', async () => {
  const user = await makeOperator();
  const refused = { status: false, code: 'import.file_invalid', message: 'Invalid File Format !' };
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  expect((await book.sendFile(user, png)).json()).toMatchObject(refused);
  expect((await book.sendFile(user, three, 'customers.xlsx')).json()).toMatchObject(refused);
  expect((await book.sendFile(user, Buffer.from([1, 2, 0, 3, 0, 0, 4]))).json()).toMatchObject(refused);
  expect((await book.sendFile(user, '')).json()).toMatchObject({ code: 'import.file_invalid', message: 'The file is empty.' });
  const parse = async (content: string) => {
    const { url } = (await book.sendFile(user, content)).json().response;
    return (await as(user).post(imports.submit.path, { file: { name: 'a.csv', path: url } })).json();
  };
  expect(await parse('\n\n  \n')).toMatchObject({ message: 'The file is empty.' });
  expect(await parse('Name,Phone Number\n')).toMatchObject({ message: 'The file has a header and no rows.' });
});

test('a CSV that came by the drive is taken as well, and another enterprise’s is not found', async () => {
  const user = await makeOperator();
  const sent = (await as(user).post(endpoints.files.upload.path, ...upload('list.csv', three))).json().response;
  const request = { file: { name: 'list.csv', path: sent.url, source: 'URL' } };
  expect((await as(user).post(imports.submit.path, request)).json().data).toMatchObject({ fileName: 'list.csv' });
  const foreigner = await makeOperator();
  expect((await as(foreigner).post(imports.submit.path, request)).json()).toMatchObject({ code: 'file.not_found' });
});

test('a mapping without phone number or name, with a header twice or one that is not there, is refused whole', async () => {
  const user = await makeOperator();
  await book.makeAttribute(user, 'City', { mandatory: true });
  const parsed = await book.parse(user, three);
  const submit = async (headerMapping: { src: string; des: string }[], more = {}) =>
    (await book.submit(user, parsed, { headerMapping, ...more })).json();
  const none = await submit([]);
  expect(none).toMatchObject({ code: 'import.mapping_invalid', message: 'Choose which column holds the phone number.' });
  expect(none.data.errors.map(({ field }: { field: string }) => field)).toEqual(['phoneNumber', 'name', 'City']);
  const wrong = await submit([
    { src: 'Phone Number', des: 'phoneNumber' },
    { src: 'Phone Number', des: 'name' },
    { src: 'Town', des: 'City' },
    { src: 'City', des: 'shoeSize' },
  ]);
  expect(wrong.data.errors.map(({ message }: { message: string }) => message)).toEqual([
    'The column Phone Number is mapped twice',
    'The file has no column Town',
    'There is no system header shoeSize',
  ]);
  // An import that replaces may leave out what existing customers have.
  expect(await submit([{ src: 'Phone Number', des: 'phoneNumber' }], { replace: true })).toMatchObject({ status: true });
});

test('IMPORT-015 existing numbers are errors; with replacing mapped columns overwrite and empty cells keep the old value', async () => {
  const user = await makeOperator();
  const [city, plan] = [await book.makeAttribute(user, 'City'), await book.makeAttribute(user, 'Plan')];
  await book.importCsv(user, 'Name,Phone Number,City,Plan\nAsha,+919820000001,Pune,Gold\nRavi,+919820000002,Goa,Basic\n');
  const again = 'Name,Phone Number,City,Plan\nAsha Rao,+919820000001,,Silver\nMeera,+919820000003,Agra,\n';
  const first = await book.importCsv(user, again);
  expect(first).toMatchObject({ totalLines: 2, acceptedLines: 1, errorLines: 1 });
  expect(await book.faults(user, first.uploadId)).toEqual([[2, 'Customer already exists']]);
  const second = await book.importCsv(user, again, { replace: true });
  expect(second).toMatchObject({ acceptedLines: 2, errorLines: 0, createdCount: 0, replacedCount: 2 });
  const [, , asha] = (await book.page(user)).customers;
  const read = await book.getCustomer(user, asha?.id ?? '');
  expect(read).toMatchObject({ name: 'Asha Rao', version: 2, updatedBy: 'Omar' });
  expect(read.data).toEqual([
    { id: city._id, value: 'Pune' },
    { id: plan._id, value: 'Silver' },
  ]);
});

test('IMPORT-002 IMPORT-003 IMPORT-035 rows go into the group or under the label of the route, which only ever grows', async () => {
  const user = await makeOperator();
  const [groupId, segmentId] = [await book.makeGroup(user, 'Patients'), await book.makeLabel(user, 'New')];
  await book.importCsv(user, three, { groupId });
  expect(await book.groupCounts(user)).toEqual([['Patients', 3]]);
  const labelled = await book.importCsv(user, three, { segmentId, replace: true });
  expect(labelled).toMatchObject({ label: 'New', replacedCount: 3 });
  const [meera] = (await book.page(user, `tags=${segmentId}`)).customers;
  expect(meera).toMatchObject({ name: 'Meera', groups: [{ name: 'Patients' }], tags: [{ name: 'New' }] });
  expect(
    (
      await as(user).post(imports.submit.path, {
        ...(await book.parse(user, three)),
        groupId: newId(),
        headerMapping: [
          { src: 'Phone Number', des: 'phoneNumber' },
          { src: 'Name', des: 'name' },
        ],
      })
    ).json(),
  ).toMatchObject({ code: 'group.not_found' });
});

test('IMPORT-026 IMPORT-028 IMPORT-047 the Error List is read by 15, searched, and filtered by reason', async () => {
  const user = await makeOperator();
  const rows = Array.from({ length: 20 }, (_, index) => (index % 2 ? `Wrong ${index},12` : `,+9198200000${10 + index}`));
  const { uploadId } = await book.importCsv(user, `Name,Phone Number\n${rows.join('\n')}\nAsha,+919820000001\n`);
  const answer = (await as(user).get(book.at(imports.errors.path, uploadId))).json().data;
  expect(answer.customers).toMatchObject({ headers: ['Name', 'Phone Number'], hasMore: true });
  expect(answer.customers.customers).toHaveLength(15);
  expect(answer.kinds).toEqual([
    {
      kind: 'phone.invalid phoneNumber',
      field: 'phoneNumber',
      code: 'phone.invalid',
      values: {},
      message: 'Phone Number: This is not a phone number',
      count: 10,
    },
    {
      kind: 'value.required name',
      field: 'name',
      code: 'value.required',
      values: { label: 'Name' },
      message: 'Name is required',
      count: 10,
    },
  ]);
  const found = async (query: string) => (await book.listErrors(user, uploadId, query)).map(({ lineNumber }) => lineNumber);
  expect(await found('from=15')).toEqual([17, 18, 19, 20, 21]);
  expect(await found('search=wrong%205')).toEqual([7]);
  expect(await found('kind=value.required%20name&perPage=2')).toEqual([2, 4]);
  expect(await found('groups=&tags=&search=%25')).toEqual([]);
  expect(Object.keys(imports.errors.query.shape)).toEqual(['from', 'perPage', 'search', 'groups', 'tags', 'kind']);
});

test('refused rows are repaired in place, and what is still wrong stays with its new reasons', async () => {
  const user = await makeOperator();
  const groupId = await book.makeGroup(user, 'Patients');
  const { uploadId } = await book.importCsv(user, 'Name,Phone Number\n,+919820000001\nRavi,12\nMeera,+919820000003\n', { groupId });
  const repair = async (lines: { lineNumber: number; cells: string[] }[]) =>
    (await as(user).put(book.at(imports.repair.path, uploadId), { lines })).json().data;
  const answer = await repair([
    { lineNumber: 2, cells: ['Asha, the first', '+919820000001'] },
    { lineNumber: 3, cells: ['Ravi', '+919820000003'] },
    { lineNumber: 99, cells: ['Nobody', '+919820000009'] },
  ]);
  expect(answer).toEqual({
    acceptedCount: 1,
    rejected: [
      {
        lineNumber: 3,
        lineStr: 'Ravi,+919820000003',
        cells: ['Ravi', '+919820000003'],
        errors: [{ field: 'phoneNumber', code: 'row.repeated', values: {}, message: 'The phone number occurs earlier in the file' }],
      },
    ],
  });
  expect(await book.getUpload(user, uploadId)).toMatchObject({ totalLines: 3, acceptedLines: 2, errorLines: 1 });
  expect(await book.groupCounts(user)).toEqual([['Patients', 2]]);
  expect(await repair([{ lineNumber: 2, cells: ['Again', '+919820000004'] }])).toEqual({ acceptedCount: 0, rejected: [] });
  expect(await repair([{ lineNumber: 3, cells: ['Ravi', '98200 00002'] }])).toEqual({ acceptedCount: 1, rejected: [] });
  expect(await book.listErrors(user, uploadId)).toEqual([]);
});

test('rows of one kind are mended in one way, some of them a call, and the others stay as they are', async () => {
  const user = await makeOperator();
  const lines = Array.from({ length: 230 }, (_, index) => `Guest ${index},030 ${123_000 + index}`);
  const { uploadId } = await book.importCsv(user, `Name,Phone Number\n${lines.join('\n')}\n,+919820000001\nAsha,+919820000002\n`);
  const mend = async (body: object, by = user) => (await as(by).put(book.at(imports.repairKind.path, uploadId), body)).json();
  const kind = 'phone.invalid phoneNumber';
  const fix = { how: 'country', country: 'DE' };
  const first = (await mend({ kind, fix })).data;
  expect(first).toEqual({ acceptedCount: 200, rejectedCount: 0, lastLine: 201, more: true });
  expect((await mend({ kind, fix, after: first.lastLine })).data).toEqual({
    acceptedCount: 30,
    rejectedCount: 0,
    lastLine: 231,
    more: false,
  });
  expect((await mend({ kind, fix })).data).toEqual({ acceptedCount: 0, rejectedCount: 0, lastLine: 0, more: false });
  expect(await book.getUpload(user, uploadId)).toMatchObject({ totalLines: 232, acceptedLines: 231, errorLines: 1 });
  expect((await mend({ kind: 'value.required name', fix: { how: 'value', column: 0, value: 'Unknown' } })).data.acceptedCount).toBe(1);
  expect((await book.page(user, 'search=unknown')).customers).toMatchObject([{ name: 'Unknown' }]);
  expect(await mend({ kind, fix: { how: 'column' } })).toMatchObject({ code: 'request.invalid' });
  expect(await mend({ kind, fix }, await makeOperator())).toMatchObject({ code: 'import.not_found' });
});

test('a file of which no row is accepted ends as ERROR, and is a whole import again once a row is repaired', async () => {
  const user = await makeOperator();
  const failed = await book.importCsv(user, 'Name,Phone Number\nAsha,12\n');
  expect(failed).toMatchObject({ state: 'ERROR', phase: 'failed', reason: 'No row of the file could be accepted.', undoUntil: null });
  await as(user).put(book.at(imports.repair.path, failed.uploadId), { lines: [{ lineNumber: 2, cells: ['Asha', '9820000001'] }] });
  expect(await book.getUpload(user, failed.uploadId)).toMatchObject({ state: 'COMPLETED', reason: '', acceptedLines: 1, errorLines: 0 });
});

test('the error rows are downloaded with their reasons, safe against formulas, by session and by download token', async () => {
  const user = await makeOperator();
  const { uploadId } = await book.importCsv(user, 'Name,Phone Number\n"=HYPERLINK(""x"")",12\nAsha,+919820000001\n');
  const path = book.at(imports.downloadErrors.path, uploadId);
  const expected = `\ufeff"Name","Phone Number","Reason"\r\n"'=HYPERLINK(""x"")","12","Phone Number: This is not a phone number"\r\n`;
  expect((await stranger().get(path)).json()).toMatchObject({ code: 'import.not_found' });
  const answer = await as(user).get(path);
  expect(answer.body).toBe(expected);
  expect(answer.headers['content-disposition']).toContain('filename="customers_errors.csv"');
  const token = async (of: typeof user) => (await as(of).get(endpoints.files.downloadToken.path)).json().data.id;
  expect((await stranger().get(`${path}?x-access-id=${encodeURIComponent(await token(user))}`)).body).toBe(expected);
  // A link gives what the screen gives.
  const checker = await makeUser({ enterprise: user, roles: [5] });
  expect((await stranger().get(`${path}?x-access-id=${encodeURIComponent(await token(checker))}`)).statusCode).toBe(403);
  expect((await as(checker).get(path)).statusCode).toBe(403);
  const foreigner = await makeOperator();
  expect((await as(foreigner).get(path)).json()).toMatchObject({ code: 'import.not_found' });
});

test('IMPORT-044 IMPORT-045 the sample is a CSV file that an import accepts as it is', async () => {
  const user = await makeOperator();
  await book.makeAttribute(user, 'plan', { fieldType: 'selectbox-singlevalue', defaultValue: 'Gold,Basic', mandatory: true });
  await book.makeAttribute(user, 'age', { inputType: 'number', validations: [{ id: 'minValue', value: 2 }] });
  const sample = await as(user).get(imports.sample.path);
  expect(sample.headers['content-disposition']).toContain('filename="sample.csv"');
  expect(await book.importCsv(user, sample.body)).toMatchObject({ totalLines: 1, acceptedLines: 1 });
  expect((await stranger().get(imports.sample.path)).statusCode).toBe(401);
});

test('IMPORT-040 IMPORT-046 IMPORT-008 uploads are listed newest first by 10, with the time in the enterprise’s zone', async () => {
  const user = await makeOperator();
  for (let index = 0; index < 11; index += 1) await book.importCsv(user, `Name,Phone Number\nAsha ${index},+9198200000${10 + index}\n`);
  const list = async (query = '') => (await as(user).get(`${imports.list.path}?${query}`)).json().data;
  const first = await list('fromDate=&toDate=');
  expect(first.hasMore).toBe(true);
  expect(first.customerCSVs).toHaveLength(10);
  const rest = await list('from=10');
  expect(rest).toMatchObject({ hasMore: false, customerCSVs: [{ acceptedLines: 1 }] });
  const { completedAt, completedTimeStr } = rest.customerCSVs[0];
  const local = new Date(new Date(completedAt).getTime() + 5.5 * 3_600_000);
  const hour = local.getUTCHours();
  const time = `${String(hour % 12 || 12).padStart(2, '0')}:${String(local.getUTCMinutes()).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
  const month = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][local.getUTCMonth()];
  expect(completedTimeStr).toBe(`${local.getUTCDate()} ${month} ${local.getUTCFullYear()} ${time}`);
  expect((await list('toDate=2020-01-01')).customerCSVs).toEqual([]);
  expect((await list('fromDate=2999-01-01')).customerCSVs).toEqual([]);
});

test('an undo takes away new customers that nobody has used, brings replaced values back, and says what it left', async () => {
  const user = await makeOperator();
  const groupId = await book.makeGroup(user, 'Patients');
  await book.makeCustomer(user, { name: 'Asha', phoneNumber: '+919820000001' });
  const ravi = await book.makeCustomer(user, { name: 'Ravi', phoneNumber: '+919820000002' });
  const file = 'Name,Phone Number\nAsha Rao,+919820000001\nRavi Rao,+919820000002\nMeera,+919820000003\nNina,+919820000004\n';
  const done = await book.importCsv(user, file, { replace: true, groupId });
  expect(done).toMatchObject({ createdCount: 2, replacedCount: 2, undoUntil: expect.any(String) });
  const [nina] = (await book.page(user)).customers;
  await book.saveCustomer(user, {
    ...(await book.getCustomer(user, nina?.id ?? '')),
    groups: undefined,
    tags: undefined,
    name: 'Nina Kapoor',
  });
  await book.saveCustomer(user, { id: ravi.id, name: 'Ravi Kumar', version: 2 });
  expect((await as(user).post(book.at(imports.undo.path, done.uploadId))).json()).toMatchObject({
    status: true,
    data: { customerCSV: { phase: 'undoing' } },
  });
  const undone = await book.settled(user, done.uploadId);
  expect(undone).toMatchObject({
    phase: 'undone',
    state: 'COMPLETED',
    undoUntil: expect.any(String),
    reason: '2 customers were used or changed since and stay.',
  });
  expect(await book.people(user)).toEqual([
    ['Nina Kapoor', '+919820000004'],
    ['Ravi Kumar', '+919820000002'],
    ['Asha', '+919820000001'],
  ]);
  expect(await book.groupCounts(user)).toEqual([['Patients', 2]]);
  // The same file goes in again: the numbers that were taken away are free.
  expect(await book.importCsv(user, file)).toMatchObject({ acceptedLines: 1, errorLines: 3 });
});

const foresee = async (user: TestUser, uploadId: string) =>
  (await as(user).get(book.at(imports.foreseeUndo.path, uploadId))).json().data.undo;
const undo = async (user: TestUser, uploadId: string) => {
  expect((await as(user).post(book.at(imports.undo.path, uploadId))).json()).toMatchObject({ status: true });
  return book.settled(user, uploadId);
};

test('an undo is foreseen: how many go, come back and stay, and why; what stayed can be undone again', async () => {
  const user = await makeOperator();
  const groupId = await book.makeGroup(user, 'Patients');
  await book.makeCustomer(user, { name: 'Old', phoneNumber: '+919820000009' });
  const rows = [1, 2, 3, 4, 5, 6, 9].map((digit) => `New ${digit},+91982000000${digit}`).join('\n');
  const done = await book.importCsv(user, `Name,Phone Number\n${rows}\n`, { replace: true });
  expect(await foresee(user, done.uploadId)).toEqual({ removedCount: 6, restoredCount: 1, kept: [], isWhole: true });
  const byName = new Map((await book.page(user)).customers.map(({ name, id }) => [name, id]));
  const idOf = (name: string) => byName.get(name) ?? '';
  await book.saveCustomer(user, { id: idOf('New 1'), name: 'Renamed', version: 1 });
  await book.saveCustomer(user, { id: idOf('New 2'), name: 'New 2', version: 1, groups: [groupId] });
  const messaged = { at: new Date(), messageId: newId() };
  await app.contextOf(user).transaction((tx) =>
    tx
      .insertInto('messages')
      .values({
        ...{ enterpriseId: user.enterpriseId, messageId: messaged.messageId, createdAt: messaged.at, channelId: newId() },
        ...{ customerId: idOf('New 3'), direction: 'out', source: 'BROADCAST', resourceId: newId(), status: 'SENT' },
        ...{ statusAt: messaged.at, address: '+919820000003' },
      })
      .execute(),
  );
  await as(user).delete(phoneBook.remove.path.replace(':customerId', idOf('New 4')));
  const later = await book.importCsv(user, 'Name,Phone Number\nLater,+919820000005\nLater,+919820000009\n', { replace: true, groupId });
  expect(await foresee(user, done.uploadId)).toEqual({
    removedCount: 1,
    restoredCount: 0,
    kept: [
      { reason: 'changed', count: 2 },
      { reason: 'import', count: 2 },
      { reason: 'message', count: 1 },
      { reason: 'bin', count: 1 },
    ],
    isWhole: true,
  });
  expect(await undo(user, done.uploadId)).toMatchObject({ reason: '6 customers were used or changed since and stay.', progress: 1 });
  // An undone import is no use of a customer, nor are the groups that it had filled.
  await undo(user, later.uploadId);
  expect(await foresee(user, done.uploadId)).toMatchObject({ removedCount: 1, restoredCount: 1 });
  expect(await undo(user, done.uploadId)).toMatchObject({ reason: '4 customers were used or changed since and stay.' });
  expect(await book.people(user)).toEqual([
    ['New 3', '+919820000003'],
    ['New 2', '+919820000002'],
    ['Renamed', '+919820000001'],
    ['Old', '+919820000009'],
  ]);
});

test('an import that is undone as a whole is not undone again', async () => {
  const user = await makeOperator();
  const { uploadId } = await book.importCsv(user, three);
  expect(await undo(user, uploadId)).toMatchObject({ phase: 'undone', undoUntil: null, reason: '' });
  expect((await as(user).post(book.at(imports.undo.path, uploadId))).json()).toMatchObject({ code: 'import.state_invalid' });
  expect((await as(user).get(book.at(imports.foreseeUndo.path, uploadId))).json()).toMatchObject({ code: 'import.state_invalid' });
});

test('an import can be undone for seven days', async () => {
  const user = await makeOperator();
  const { uploadId } = await book.importCsv(user, three);
  const endedDaysAgo = (days: number) =>
    app.contextOf(user).transaction((tx) =>
      tx
        .updateTable('csvImports')
        .set({ completedAt: new Date(Date.now() - days * 86_400_000) })
        .where('importId', '=', uploadId)
        .execute(),
    );
  await endedDaysAgo(7.01);
  expect(await book.getUpload(user, uploadId)).toMatchObject({ undoUntil: null });
  const late = await as(user).post(book.at(imports.undo.path, uploadId));
  expect(late.json()).toMatchObject({ code: 'import.state_invalid', message: 'An import can be undone for seven days.' });
  await endedDaysAgo(6.99);
  expect((await as(user).post(book.at(imports.undo.path, uploadId))).json()).toMatchObject({ status: true });
  expect(await book.settled(user, uploadId)).toMatchObject({ phase: 'undone' });
  expect(await book.people(user)).toEqual([]);
});

test('two imports at once: the second waits, and a number of both belongs to the first', async () => {
  const user = await makeOperator();
  const [one, other] = [await book.parse(user, three), await book.parse(user, three)];
  await Promise.all([book.submit(user, one), book.submit(user, other)]);
  const ended = [await book.settled(user, one.uploadId), await book.settled(user, other.uploadId)];
  expect(ended.map(({ acceptedLines }) => acceptedLines).sort()).toEqual([0, 3]);
  expect(await book.people(user)).toHaveLength(3);
});

test('IMPORT-030 IMPORT-031 a file that is gone ends its import in words, and the next one goes on', async () => {
  const user = await makeOperator();
  const lost = await book.parse(user, `${three}Lost,+919820000099,Pune\n`);
  const { sha256 } = await app
    .contextOf(user)
    .read((tx) => tx.selectFrom('csvImports').select('sha256').where('importId', '=', lost.uploadId).executeTakeFirstOrThrow());
  rmSync(path.join(app.deps.config.dataDir, 'files', sha256.slice(0, 2), sha256));
  const next = await book.parse(user, three);
  await book.submit(user, lost);
  await book.submit(user, next);
  expect(await book.settled(user, lost.uploadId)).toMatchObject({ state: 'ERROR', reason: 'The file could not be read.', totalLines: 0 });
  expect(await book.settled(user, next.uploadId)).toMatchObject({ state: 'COMPLETED', acceptedLines: 3 });
});

test.each(farZones)('days of the list are those of the enterprise, instants are what they are: %s', async (timeZone, hoursAhead) => {
  const user = await makeUser({ enterprise: await app.makeEnterprise({ country: 'IN', timeZone }) });
  const day = dayToCome();
  const times = roundDay(day, hoursAhead);
  const ids: string[] = [];
  for (const submittedAt of times) {
    const { uploadId } = await book.parse(user, three);
    ids.push(uploadId);
    await app
      .contextOf(user)
      .transaction((tx) =>
        tx
          .updateTable('csvImports')
          .set({ phase: 'completed', submittedAt, completedAt: submittedAt })
          .where('enterpriseId', '=', user.enterpriseId)
          .where('importId', '=', uploadId)
          .execute(),
      );
  }
  const found = async (query: string) =>
    ((await as(user).get(`${imports.list.path}?${query}`)).json().data.customerCSVs as { uploadId: string }[]).map(({ uploadId }) =>
      ids.indexOf(uploadId),
    );
  expect(await found(`fromDate=${day}&toDate=${day}`)).toEqual([2, 1]);
  expect(await found(`fromDate=${day}`)).toEqual([3, 2, 1]);
  expect(await found(`fromDate=${times[2].toISOString()}&toDate=${times[3].toISOString()}`)).toEqual([2]);
});

test('submitting twice imports once', async () => {
  const user = await makeOperator();
  const parsed = await book.parse(user, three);
  await Promise.all([book.submit(user, parsed), book.submit(user, parsed), book.submit(user, parsed)]);
  expect(await book.settled(user, parsed.uploadId)).toMatchObject({ totalLines: 3, acceptedLines: 3 });
});

test('a record that an unfinished import holds is neither deleted nor given other rules; a finished one lets go', async () => {
  const user = await makeOperator();
  const city = await book.makeAttribute(user, 'City');
  const groupId = await book.makeGroup(user, 'Patients');
  const parsed = await book.parse(user, three);
  // Held back before its first batch, as a long file would be for minutes.
  await app.contextOf(user).transaction(async (tx) => {
    await takeLease(tx, { enterpriseId: user.enterpriseId, work: 'import', workId: parsed.uploadId }, 60_000);
    await tx
      .updateTable('csvImports')
      .set({
        phase: 'running',
        submittedAt: new Date(),
        groupId,
        headerMapping: JSON.stringify(parsed.proposal),
      })
      .where('enterpriseId', '=', user.enterpriseId)
      .where('importId', '=', parsed.uploadId)
      .execute();
  });
  const remove = () => as(user).delete(endpoints.attributes.remove.path.replace(':attributeId', city._id));
  expect((await remove()).json()).toMatchObject({ code: 'attribute.in_use', data: { uses: ['unfinished import customers.csv'] } });
  const harder = await as(user).post(endpoints.attributes.save.path, { ...city, validations: [{ id: 'maxValue', value: 2 }] });
  expect(harder.json()).toMatchObject({ code: 'attribute.in_use' });
  expect((await as(user).delete(phoneBook.removeGroup.path.replace(':setId', groupId))).json()).toMatchObject({ code: 'group.in_use' });
  expect((await as(user).post(book.at(imports.cancel.path, parsed.uploadId))).json().data.customerCSV).toMatchObject({
    state: 'ERROR',
    reason: 'Cancelled by Omar.',
  });
  expect((await remove()).json()).toMatchObject({ status: true });
  expect((await as(user).post(book.at(imports.cancel.path, parsed.uploadId))).json()).toMatchObject({ code: 'import.state_invalid' });
});

test('a saved mapping remembers how its file was read: the order of dates, and wrong values that nobody needs', async () => {
  const user = await makeOperator();
  await book.makeAttribute(user, 'Born', { fieldType: 'date' });
  const file = 'Name,Phone Number,Email,Born\nAsha,+919820000001,nobody,05/04/1990\n';
  const saved = async () => (await book.parse(user, file)).savedMappings;
  await book.importCsv(user, file, { mappingName: 'Monthly', dateOrder: 'month', leaveOutInvalid: true });
  expect(await saved()).toMatchObject([{ name: 'Monthly', dateOrder: 'month', leavesOut: true }]);
  await book.importCsv(user, file, { mappingName: 'monthly' });
  expect(await saved()).toMatchObject([{ name: 'Monthly', dateOrder: '', leavesOut: false }]);
});

test('long names of the Error List are cut at a word, or kept whole; who keeps one can be saved with it', async () => {
  const user = await makeOperator();
  const long = 'Alexandra Maximiliane von Hohenzollern-Sigmaringen';
  const row = (name: string, index: number) => `${name},+91982000000${index}`;
  const file = `Name,Phone Number\n${[long, 'A'.repeat(40), long].map(row).join('\n')}\n`;
  const kind = 'value.too_long name';
  const cut = await book.importCsv(user, file);
  expect(cut).toMatchObject({ acceptedLines: 0, errorLines: 3 });
  const mend = (uploadId: string, fix: object) => as(user).put(book.at(imports.repairKind.path, uploadId), { kind, fix });
  expect((await mend(cut.uploadId, { how: 'names', way: 'cut' })).json().data).toMatchObject({ acceptedCount: 3, rejectedCount: 0 });
  const names = async () => (await book.page(user)).customers.map(({ name }) => name).toSorted();
  expect(await names()).toEqual(['A'.repeat(30), 'Alexandra Maximiliane von', 'Alexandra Maximiliane von']);
  const kept = await book.importCsv(user, `Name,Phone Number\n${row(long, 7)}\n${row('B'.repeat(501), 8)}\n`);
  expect((await mend(kept.uploadId, { how: 'names', way: 'keep' })).json().data).toMatchObject({ acceptedCount: 1, rejectedCount: 1 });
  expect(await names()).toContain(long);
  const { id } = (await book.page(user)).customers.find(({ name }) => name === long) ?? { id: '' };
  const { version } = await book.getCustomer(user, id);
  const save = (body: object) => as(user).post(phoneBook.save.path, { id, version, phoneNumber: '', ...body });
  expect((await save({ name: `${long}!` })).json()).toMatchObject({ code: 'customer.invalid' });
  expect((await save({ name: long, emailId: 'alexandra@example.com' })).json()).toMatchObject({ status: true });
  expect((await mend(kept.uploadId, { how: 'names', way: 'shorten' })).json()).toMatchObject({ code: 'request.invalid' });
});

test('a mapping is saved under a name, offered for the next file, and keeps its attribute from being deleted', async () => {
  const user = await makeOperator();
  const city = await book.makeAttribute(user, 'City');
  await book.importCsv(user, three, { mappingName: 'Shop export' });
  const { savedMappings } = await book.parse(user, three);
  expect(savedMappings).toMatchObject([{ name: 'Shop export', headerMapping: expect.arrayContaining([{ src: 'City', des: 'City' }]) }]);
  const remove = () => as(user).delete(endpoints.attributes.remove.path.replace(':attributeId', city._id));
  expect((await remove()).json().data).toEqual({ uses: ['saved mapping Shop export'] });
  const forget = () => as(user).delete(imports.removeMapping.path.replace(':mappingId', savedMappings[0]?.id ?? ''));
  expect((await forget()).json()).toMatchObject({ status: true });
  expect((await forget()).json()).toMatchObject({ code: 'mapping.not_found' });
  expect((await remove()).json()).toMatchObject({ status: true });
});

test('many rows go through in batches, a customer edited meanwhile keeps every value that the file does not name', async () => {
  const user = await makeOperator();
  const plan = await book.makeAttribute(user, 'Plan');
  const row = (index: number) => `Person ${index},+9198${String(20_000_000 + index)}`;
  const rows = Array.from({ length: 9000 }, (_, index) => row(index));
  const first = await book.importCsv(user, `Name,Phone Number\n${rows.join('\n')}\n`);
  expect(first).toMatchObject({ totalLines: 9000, acceptedLines: 9000 });
  const target = (await book.page(user, 'search=20008999')).customers[0];
  const parsed = await book.parse(user, `Name,Phone Number\n${rows.map((line) => line.replace('Person', 'Client')).join('\n')}\n`);
  await book.submit(user, parsed, { replace: true });
  const current = await book.getCustomer(user, target?.id ?? '');
  await book.saveCustomer(user, { ...current, groups: undefined, tags: undefined, data: [{ id: plan._id, value: 'Gold' }] });
  expect(await book.settled(user, parsed.uploadId)).toMatchObject({ replacedCount: 9000, errorLines: 0 });
  expect(await book.getCustomer(user, target?.id ?? '')).toMatchObject({ name: 'Client 8999', data: [{ value: 'Gold' }] });
});

test('uploads of another enterprise are not found by anybody else', async () => {
  const user = await makeOperator();
  const { uploadId } = await book.importCsv(user, three);
  const foreigner = await makeOperator();
  expect((await as(foreigner).get(book.at(imports.get.path, uploadId))).json()).toMatchObject({
    code: 'import.not_found',
    message: 'No such upload.',
  });
  expect((await as(foreigner).post(book.at(imports.undo.path, uploadId))).statusCode).toBe(404);
  expect((await as(foreigner).get(imports.list.path)).json().data.customerCSVs).toEqual([]);
});
