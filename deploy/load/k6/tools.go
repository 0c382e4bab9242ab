//go:build tools

// Package tools pins the load generator that deploy/load builds.
package tools

import _ "go.k6.io/k6/v2"
