package main

import (
	"time"

	"github.com/anishathalye/porcupine"
)

// visualize writes Porcupine's own page about a history.
func visualize(h history, partition bool, deadline float64, path string) error {
	model, err := modelOf(h.kind, partition)
	if err != nil {
		return err
	}
	_, info := porcupine.CheckEventsVerbose(model, h.events, time.Duration(deadline*float64(time.Millisecond)))
	return porcupine.VisualizePath(model, info, path)
}
