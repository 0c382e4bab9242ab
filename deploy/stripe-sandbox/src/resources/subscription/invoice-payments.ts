import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { listPage, pagingByTime } from "../../http/lists.ts";
import { text } from "../../http/params.ts";
import { noSuch } from "../../http/stripe-error.ts";

const payment = z.strictObject({
  type: z.enum(["payment_intent"]),
  payment_intent: text().optional(),
});

/** Invoice payments link invoices to payment intents. */
export const invoicePayments = [
  endpoint("get", "/v1/invoice_payments/:id", {}, (world, { id }) => {
    const found = world.store.find("invoice_payment", id);
    if (!found) throw noSuch("invoice_payment", id);
    return found;
  }),
  endpoint(
    "get",
    "/v1/invoice_payments",
    {
      ...pagingByTime,
      invoice: text().optional(),
      payment: payment.optional(),
      status: text().optional(),
    },
    (world, { params }) =>
      listPage(world, "invoice_payment", {
        url: "/v1/invoice_payments",
        params,
        where: {
          invoice: params.invoice,
          "payment.payment_intent": params.payment?.payment_intent,
        },
        keep: ({ status }) => params.status === undefined || status === params.status,
      }),
  ),
];
