import { chakra } from "@chakra-ui/react/styled-system";
import type { ReactNode } from "react";
import { Container } from "#/components/layout/container.tsx";
import { Heading } from "#/components/ui/heading.tsx";
import { type LegalDocument } from "./legal.ts";

const Section = chakra("section", { base: { mt: 7 } });
const Title = chakra("h2", { base: { textStyle: "h3", mb: 2 } });
const Paragraph = chakra("p", { base: { textStyle: "bodyLg", color: "fg.muted", mb: 3 } });

type LegalTextProps = { document: LegalDocument; children?: ReactNode };

/** A text with headed sections; `children` follow the last one. */
export function LegalText({ document: { title, lead, sections }, children }: LegalTextProps) {
  return (
    <Container size="text" py={{ base: 6, md: 10 }}>
      <Heading>{title}</Heading>
      <chakra.p textStyle="lead" color="fg.muted" mt={2}>
        {lead}
      </chakra.p>
      {sections.map((section) => (
        <Section key={section.title}>
          <Title>{section.title}</Title>
          {section.paragraphs.map((paragraph) => (
            <Paragraph key={paragraph}>{paragraph}</Paragraph>
          ))}
        </Section>
      ))}
      {children}
    </Container>
  );
}
