import { useQuery } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { Badge } from "#/components/ui/badge.tsx";
import { DefinitionList } from "#/components/data/definition-list.tsx";
import { Link } from "#/components/ui/link.tsx";
import { PanelBody } from "#/components/ui/panel.tsx";
import { age } from "./age.ts";
import { providerQuery, webhooksQuery } from "./api.ts";
import { Diagnosis } from "./diagnosis.tsx";
import { messages } from "./messages.ts";

const Answers = ({ reachable }: { reachable: boolean }) => (
  <Badge tone={reachable ? "accent" : "warm"}>
    {reachable ? <CircleCheck size={14} aria-hidden /> : <TriangleAlert size={14} aria-hidden />}
    {reachable ? messages.answers : messages.silent}
  </Badge>
);

/** Whether the provider answers, in which mode, and how far its webhooks are worked off. */
export const ProviderDiagnosis = () => {
  const provider = useQuery(providerQuery);
  const newest = useQuery(webhooksQuery());
  const open = useQuery(webhooksQuery("open"));
  const failed = useQuery(webhooksQuery("failed"));
  const checks = [provider, newest, open, failed];
  const last = newest.data?.webhooks[0]?.receivedAt;
  const countOf = ({ data }: typeof open) =>
    data ? messages.waiting(data.webhooks.length, data.nextCursor !== null) : messages.none;
  return (
    <Diagnosis
      title={messages.finding}
      isRunning={checks.some(({ isFetching }) => isFetching)}
      error={checks.find(({ error }) => error)?.error}
      onRun={() => {
        for (const { refetch } of checks) void refetch();
      }}
    >
      <PanelBody role="status">
        <DefinitionList
          entries={[
            [
              messages.reachable,
              <Answers key="is" reachable={provider.data?.reachable ?? false} />,
            ],
            [messages.mode, provider.data?.mode ?? messages.none],
            [
              messages.lastWebhook,
              last === undefined ? messages.noWebhook : messages.ago(age(last)),
            ],
            [messages.backlog, countOf(open)],
            [messages.failures, countOf(failed)],
          ]}
        />
      </PanelBody>
      <PanelBody pt={0}>
        <Link to="/admin" tone="accent">
          {messages.toInbox}
        </Link>
      </PanelBody>
    </Diagnosis>
  );
};
