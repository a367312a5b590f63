import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { Id, Page, requiredText, text } from '../fields.ts';
import { z } from '../z.ts';
import { CustomerCard } from './chat-record.ts';

const handle = screens.conversation.permissions;

export const customerEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/customers',
    summary: 'Customers, newest first',
    tag: 'Customers',
    access: screens.customers.permissions,
    query: Page.extend({ name: text(120).default('') }),
    answer: z.object({
      customers: z.array(
        z.object({ customerId: Id, name: z.string(), number: z.string(), emailId: z.string(), createdAt: z.iso.datetime() }),
      ),
      more: z.boolean(),
    }),
    wrap: 'response',
  }),
  details: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/get_custom_customer_details',
    summary: "A chat's customer (a PUT that reads, as the specification has it)",
    audit: leavesNothing('it reads'),
    tag: 'Customers',
    access: handle,
    body: z.object({ data: z.object({ chatId: Id, customerId: Id.optional() }) }),
    answer: CustomerCard,
  }),
  updateProfile: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/customer/profile',
    summary: "Change a customer's name, number or e-mail",
    audit: leaves('customer', 'edit'),
    tag: 'Customers',
    access: handle,
    body: z.object({
      customerId: Id,
      name: requiredText(120).optional(),
      number: text(32).optional(),
      emailId: z.union([z.email(faultTexts['email.invalid']), z.literal('')]).optional(),
    }),
    answer: CustomerCard,
  }),
};
