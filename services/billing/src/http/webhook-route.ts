import express, { type Router } from "express";

const maxPayloadBytes = 1_048_576;

/** The provider's webhook: raw bytes, its signature is the only credential, answered once it is stored. */
export const webhookRoute =
  (receive: (payload: Buffer, signature: string | undefined) => Promise<void>) =>
  (router: Router) => {
    router.post(
      "/api/webhooks/stripe",
      express.raw({ type: () => true, limit: maxPayloadBytes }),
      async (request, response) => {
        const payload: unknown = request.body;
        const bytes = Buffer.isBuffer(payload) ? payload : Buffer.alloc(0);
        await receive(bytes, request.get("stripe-signature"));
        response.json({ received: true });
      },
    );
  };
